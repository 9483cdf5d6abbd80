"""The examples in docstrings and in the README."""

import doctest
import inspect
from importlib.metadata import files
from pathlib import Path

import baroque
import baroque.pettingzoo
import pytest

README = Path(__file__).parents[1] / "README.md"
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def documented():
    """All docstrings with examples."""
    for module in (baroque, baroque.pettingzoo):
        yield module.__name__, inspect.getdoc(module)
    for name in baroque.__all__:
        thing = getattr(baroque, name)
        yield name, inspect.getdoc(thing)
        for member in vars(thing) if inspect.isclass(thing) else ():
            if not member.startswith("_") and name != "Limit":
                yield f"{name}.{member}", inspect.getdoc(getattr(thing, member))


@pytest.mark.parametrize(("name", "text"), list(documented()))
def test_examples_are_true(name, text):
    assert text
    check(name, text)


def test_the_readme_is_true():
    blocks = README.read_text().split("```python\n")[1:]
    check("README", "\n".join(block.split("```")[0] for block in blocks))


def check(name, text):
    test = doctest.DocTestParser().get_doctest(text, {"baroque": baroque}, name, None, None)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report = []
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


def test_the_package_has_its_licences():
    assert {"LICENSE", "LICENCES.md"} <= {file.name for file in files("baroque") or ()}
