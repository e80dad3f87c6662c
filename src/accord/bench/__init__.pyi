"""The public names of accord.bench.

For type checkers and editors. Written by tools/generate.py.
"""

from accord.bench._advise.recommend import recommend as recommend
from accord.bench._advise.recommendation import Recommendation as Recommendation
from accord.bench._advise.regret import Regret as Regret
from accord.bench._advise.regret import regret as regret
from accord.bench._algorithms.registry import Algorithm as Algorithm
from accord.bench._algorithms.registry import algorithm as algorithm
from accord.bench._algorithms.registry import available as available
from accord.bench._features import network_distance as network_distance
from accord.bench._features import network_features as network_features
from accord.bench._features import network_fingerprint as network_fingerprint
from accord.bench._job.execution import Execution as Execution
from accord.bench._job.limits import Limits as Limits
from accord.bench._job.spec import JobSpec as JobSpec
from accord.bench._pages.page import to_html as to_html
from accord.bench._pages.page import write_html as write_html
from accord.bench._results.export import export_clusterings as export_clusterings
from accord.bench._results.leaderboard import Leaderboard as Leaderboard
from accord.bench._results.load import load_all_results as load_all_results
from accord.bench._results.load import load_results as load_results
from accord.bench._results.load import stored_results as stored_results
from accord.bench._results.quick import quick as quick
from accord.bench._results.results import Results as Results
from accord.bench._results.run import Run as Run
from accord.bench._results.status import Status as Status
from accord.bench._results.status import status as status
from accord.bench._results.winner import Winner as Winner
from accord.bench._run.scheduler import Progress as Progress
from accord.bench._run.scheduler import retry as retry
from accord.bench._run.scheduler import run as run
from accord.bench._score.clustering_scores import ClusteringScores as ClusteringScores
from accord.bench._score.score import prune as prune
from accord.bench._score.score import score as score
from accord.bench._store.store import Store as Store
from accord.bench._study.study import Study as Study
