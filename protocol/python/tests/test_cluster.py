"""The example for Ray: on a local cluster if Ray is installed (`RAY=1 test.sh`), else with a stand-in that does its
tasks one after the other."""

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import baroque

CLUSTER = Path(__file__).parents[1] / "examples/cluster.py"


class Task:
    """Does the work for each move, but for the first number only, which takes long enough."""

    def __init__(self, work):
        self.work, self.done = work, None

    def remote(self, what):
        if self.done is None or isinstance(what, baroque.Move):
            self.done = self.work(what)
        return self.done


def test_the_cluster_example_runs(monkeypatch, capsys):
    if find_spec("ray") is None:
        ray = ModuleType("ray")
        ray.init, ray.remote, ray.get = (lambda: None), Task, list
        monkeypatch.setitem(sys.modules, "ray", ray)
    runpy.run_path(str(CLUSTER), run_name="__main__")
    perft, selfplay, match = capsys.readouterr().out.splitlines()
    assert perft == "perft 4: 909128" and selfplay.startswith("self-play: 40 games, ")
    assert match.startswith("match: ") and match.endswith(" points of 16")
