"""A PettingZoo environment of any game; needs pettingzoo and gymnasium.

>>> from baroque.pettingzoo import env
>>> game = env("rococo", max_plies=200)
>>> game.reset(seed=1)
>>> observation, reward, termination, truncation, info = game.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((21, 10, 10), (90000,))
"""

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import WHITE, Board, Error, actions, planes

__all__ = ["env", "raw_env"]


def env(
    game: Board | str = "baroque",
    *,
    max_plies: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """The environment with PettingZoo's wrappers: an illegal action loses."""
    raw: AECEnv = raw_env(game, max_plies=max_plies, render_mode=render_mode)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    raw = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(raw)


class raw_env(AECEnv):
    """Two agents, 'white' and 'black', that move in turns.

    An observation is a dict: `observation`, uint8 (planes, ranks, files) as `Board.observation`, and
    `action_mask`, int8 (actions,), all 0 for the agent that is not to move. Rewards are 1, 0 or -1 at the
    end. The game is truncated after `max_plies` plies, if that is given.
    """

    metadata = {"name": "baroque_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: Board | str = "baroque",
        *,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_plies is not None and max_plies < 1:
            raise Error(f"max_plies is {max_plies}, allowed is 1 and more")
        self._start = Board(game) if isinstance(game, str) else game.copy(stack=False)
        if self._start.is_game_over():
            raise Error("the game is over in its first position")
        self._max_plies = max_plies
        self.render_mode = render_mode
        self.board = self._start.copy()
        self.possible_agents = ["white", "black"]
        self.agents = self.possible_agents[:]
        size = actions(self._start)
        self._mask_shape = (size,)
        shape = (len(planes(self._start)), *self._start.shape)
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, self._mask_shape, np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(size) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, Any]:
        is_to_move = agent == self._to_move() and not any(self.terminations.values())
        mask = self.board.legal_mask() if is_to_move else np.zeros(self._mask_shape, bool)
        return {"observation": self.board.observation(), "action_mask": mask.astype(np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board.push(self.board.decode(int(action)))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                won = {"white": outcome.winner == WHITE, "black": outcome.winner != WHITE}
                self.rewards = {agent: 1 if won[agent] else -1 for agent in self.agents}
        elif self._max_plies is not None and self.board.ply() >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        is_over = any(self.terminations.values()) or any(self.truncations.values())
        self.agent_selection = self._other(agent) if is_over else self._to_move()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _to_move(self) -> str:
        return "white" if self.board.turn == WHITE else "black"

    def _other(self, agent: str) -> str:
        return "black" if agent == "white" else "white"
