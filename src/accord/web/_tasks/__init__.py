"""What a worker can do: one module per task, each a function from a request to an answer.

A task gets the request as it came in JSON, an `Inputs`, which turns inputs into clusterings and
keeps what it made for the next question, and a callback for progress. It answers with an object for
JSON (`json_values` says how values are written), or with a `Document`. All computing is done by the
functions of the library, so that values are the same bit by bit.

A task knows nothing of HTTP, of processes or of users. Paths come from the server, which has
checked them, under the key `at`.
"""

from accord.web._tasks.changes import changes, changes_clusters
from accord.web._tasks.compare import compare
from accord.web._tasks.convert import convert
from accord.web._tasks.documents import report, tables
from accord.web._tasks.examples import examples
from accord.web._tasks.explain import explain
from accord.web._tasks.explain_cluster import explain_cluster
from accord.web._tasks.explain_clusters import explain_clusters
from accord.web._tasks.explain_nodes import explain_node, explain_nodes
from accord.web._tasks.follow import follow
from accord.web._tasks.generate_lfr import generate_lfr
from accord.web._tasks.inputs import Inputs
from accord.web._tasks.inspect import inspect
from accord.web._tasks.metrics import metrics
from accord.web._tasks.named_clusters import named_clusters
from accord.web._tasks.pictures import pictures
from accord.web._tasks.quality import quality
from accord.web._tasks.rank import rank
from accord.web._tasks.recommend import recommend
from accord.web._tasks.sizes import SizeLimits
from accord.web._tasks.stores import (
    store_job,
    store_jobs,
    store_leaderboard,
    store_log,
    store_picture,
    store_report,
    store_status,
)
from accord.web._tasks.task import Answer, Document, Made, Task

__all__ = ["TASKS", "Answer", "Document", "Inputs", "Made", "SizeLimits", "Task"]

#: All tasks by name.
TASKS: dict[str, Task] = {
    function.__name__: Task(function.__name__, function)
    for function in (
        changes,
        changes_clusters,
        compare,
        convert,
        examples,
        explain,
        explain_cluster,
        explain_clusters,
        explain_node,
        explain_nodes,
        follow,
        generate_lfr,
        inspect,
        metrics,
        named_clusters,
        pictures,
        quality,
        rank,
        recommend,
        report,
        store_job,
        store_jobs,
        store_leaderboard,
        store_log,
        store_picture,
        store_report,
        store_status,
        tables,
    )
}
