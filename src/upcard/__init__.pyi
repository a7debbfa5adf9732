# The public names of Upcard and where each is defined: the one list of them, which __init__.py reads.

from upcard.adapters.gambit import efg_text as efg_text
from upcard.certificates.verify_file import verify as verify
from upcard.engine.entrants import Entrant as Entrant
from upcard.engine.errors import (
    Ambiguous as Ambiguous,
    BrokenRules as BrokenRules,
    Failure as Failure,
    Illegal as Illegal,
    Unreadable as Unreadable,
    UpcardError as UpcardError,
    Usage as Usage,
)
from upcard.engine.game import Game as Game, Match as Match
from upcard.engine.game_spec import game as game
from upcard.engine.hand import Hand as Hand
from upcard.engine.record import parse_record as parse_record, record_text as record_text, replay as replay
from upcard.engine.tree.game_tree import GameTree as GameTree, unroll as unroll
from upcard.simulation.play_tournament import tournament as tournament
from upcard.simulation.simulate_games import simulate as simulate
from upcard.simulation.simulation_result import SimulationResult as SimulationResult
from upcard.simulation.tournament_result import TournamentResult as TournamentResult
from upcard.simulation.tune_parameters import tune as tune
from upcard.simulation.tuning_result import TuningResult as TuningResult
from upcard.simulation.vector_env import VectorEnv as VectorEnv, vector_env as vector_env
from upcard.solving.game_solver_contract import GameSolution as GameSolution
from upcard.solving.solve_game import solve as solve
from upcard.solving.tree_solution import Solution as Solution
from upcard.study.balance.balance_report import BalanceReport as BalanceReport
from upcard.study.balance.measure_balance import balance as balance
from upcard.study.sweep.measure_sweep import sweep as sweep
from upcard.study.sweep.sweep_report import SweepResult as SweepResult
