"""The skeleton of a training loop: a linear policy learns by REINFORCE against itself.

python train.py [--variant VARIANT] [--steps N]. The model is NumPy's; put yours in its place.
"""

import argparse

import baroque
import numpy as np

GAMES = 64
MAX_PLIES = 200
LEARNING_RATE = 0.01


class Policy:
    """Logits of all actions, linear in the planes."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.weights = np.zeros((inputs, actions), np.float32)

    def probabilities(self, inputs: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Of shape (N, actions): 0 for actions that are not legal."""
        logits = np.where(masks, inputs @ self.weights, -np.inf)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        return exponentials / exponentials.sum(axis=1, keepdims=True)

    def learn(self, inputs: np.ndarray, errors: np.ndarray) -> None:
        """One step along the gradient of the logits."""
        self.weights += LEARNING_RATE * inputs.T @ errors


def as_inputs(observations: np.ndarray) -> np.ndarray:
    """The planes as floats of shape (N, inputs). This also copies what the next step overwrites."""
    return observations.reshape(len(observations), -1).astype(np.float32) / 255


def drawn(probabilities: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """An action of each row."""
    sums = probabilities.cumsum(axis=1)
    thresholds = random.random((len(sums), 1)) * sums[:, -1:]
    return (sums > thresholds).argmax(axis=1)


def main() -> None:
    """Trains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="baroque")
    parser.add_argument("--steps", type=int, default=1000)
    options = parser.parse_args()
    random = np.random.default_rng(1)
    env = baroque.BatchEnv(options.variant, GAMES, threads=2, max_plies=MAX_PLIES)
    observations, masks = env.reset()
    policy = Policy(observations[0].size, baroque.actions(options.variant))
    ended = 0
    for _ in range(options.steps):
        inputs, legal = as_inputs(observations), masks.copy()
        probabilities = policy.probabilities(inputs, legal)
        actions = drawn(probabilities, random)
        observations, rewards, terminated, truncated, masks = env.step(actions)
        # Only moves that end games are rewarded here; a real loop would spread the results over whole games.
        errors = -probabilities * rewards[:, None]
        errors[np.arange(GAMES), actions] += rewards
        policy.learn(inputs, errors)
        ended += int((terminated | truncated).sum())
    print(f"{options.steps * GAMES} positions, {ended} games ended")


if __name__ == "__main__":
    main()
