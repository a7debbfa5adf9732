# The public names of Upcard and where each is defined: the one list of them, which __init__.py reads.

from upcard.adapters.gambit import efg_text as efg_text
from upcard.certificates.verify_file import verify as verify
from upcard.engine.entrants import Entrant as Entrant
from upcard.engine.errors import (
    Ambiguous as Ambiguous,
)
from upcard.engine.errors import (
    BrokenRules as BrokenRules,
)
from upcard.engine.errors import (
    Failure as Failure,
)
from upcard.engine.errors import (
    Illegal as Illegal,
)
from upcard.engine.errors import (
    Unreadable as Unreadable,
)
from upcard.engine.errors import (
    UpcardError as UpcardError,
)
from upcard.engine.errors import (
    Usage as Usage,
)
from upcard.engine.game import (
    Game as Game,
)
from upcard.engine.game import (
    Match as Match,
)
from upcard.engine.game_spec import game as game
from upcard.engine.hand import Hand as Hand
from upcard.engine.record import (
    parse_record as parse_record,
)
from upcard.engine.record import (
    record_text as record_text,
)
from upcard.engine.record import (
    replay as replay,
)
from upcard.engine.tree.game_tree import (
    GameTree as GameTree,
)
from upcard.engine.tree.game_tree import (
    unroll as unroll,
)
from upcard.simulation.play_tournament import tournament as tournament
from upcard.simulation.simulate_games import simulate as simulate
from upcard.simulation.simulation_result import SimulationResult as SimulationResult
from upcard.simulation.tournament_result import TournamentResult as TournamentResult
from upcard.simulation.tune_parameters import tune as tune
from upcard.simulation.tuning_result import TuningResult as TuningResult
from upcard.simulation.vector_env import (
    VectorEnv as VectorEnv,
)
from upcard.simulation.vector_env import (
    vector_env as vector_env,
)
from upcard.solving.game_solver_contract import GameSolution as GameSolution
from upcard.solving.solve_game import solve as solve
from upcard.solving.tree_solution import Solution as Solution
