"""The models of requests: their examples are valid questions, and what is wrong is refused."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from web_questions import as_input, ask

from accord.web._requests import documents, questions
from accord.web._requests.inputs import Input
from accord.web._tasks import TASKS, Inputs

QUESTIONS: dict[str, type[Any]] = {
    "compare": questions.Compare,
    "rank": questions.Rank,
    "explain": questions.Explain,
    "explain_clusters": questions.ExplainClusters,
    "explain_cluster": questions.ExplainCluster,
    "explain_nodes": questions.ExplainNodes,
    "explain_node": questions.ExplainNode,
    "changes": questions.Changes,
    "changes_clusters": questions.ChangesClusters,
    "follow": questions.Follow,
    "named_clusters": questions.NamedClustersPage,
    "inspect": documents.Inspect,
    "convert": documents.Convert,
    "quality": documents.Quality,
    "generate_lfr": documents.GenerateLFR,
}


@pytest.mark.parametrize("task", QUESTIONS)
def test_examples_can_be_asked(task: str) -> None:
    model = QUESTIONS[task]
    for example in model.model_json_schema()["examples"]:
        TASKS[task].run(model(**example).payload(), Inputs())


@pytest.mark.parametrize(
    ("task", "kind"), [("report", documents.Result), ("tables", documents.Result)]
)
def test_examples_of_files(task: str, kind: Any) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    models = [model for name, model in vars(documents).items() if name.startswith("Of")]
    for model in models:
        (example,) = model.model_json_schema()["examples"]
        TASKS[task].run(adapter.validate_python(example).payload(), Inputs())


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"text": "a b", "path": "x"},
        {"file": "short"},
        {"text": "a b", "odd": 1},
        {"text": "a b", "edits": [{"op": "paint"}]},
        {"text": "a b", "edits": [{"op": "split", "cluster": 0}]},
        {"text": "a b", "edits": [{"op": "merge", "clusters": [1]}]},
    ],
)
def test_wrong_inputs_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Input(**wrong)


def test_an_edit_arrives_as_it_was_sent() -> None:
    edits = [{"op": "move", "node": "b", "from": 0, "to": "1"}]
    truth, found = as_input([["a"], ["b", "c"]]), {**as_input([["a", "b"], ["c"]]), "edits": edits}
    payload = questions.Compare(truth=truth, found=found, metrics=["f1h"]).payload()
    assert payload["found"]["edits"] == edits
    assert ask("compare", **payload)["scores"][0]["value"] == 1


WRONG_ITEMS: list[Any] = [[]] * 5000
SPLIT = {"op": "split", "cluster": "a"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"nodes": WRONG_ITEMS},
        {"metrics": WRONG_ITEMS},
        {"truth": {"text": "a", "edits": WRONG_ITEMS}},
        {"truth": {"text": "a", "edits": [{"op": "merge", "clusters": WRONG_ITEMS}]}},
        {"truth": {"text": "a", "edits": [{**SPLIT, "parts": [WRONG_ITEMS] * 100}] * 100}},
        {"truth": {"text": "a", "edits": [{**SPLIT, "by": "truth", "names": WRONG_ITEMS}]}},
        {"truth": {"text": "a", "reading": {"columns": WRONG_ITEMS}}},
        {f"x{number}": 0 for number in range(5000)},
        {"truth": {f"x{number}": 0 for number in range(5000)}},
    ],
    ids=lambda wrong: ", ".join(wrong)[:20],
)
def test_much_that_is_wrong_is_a_short_report(wrong: dict[str, Any]) -> None:
    # A report with each of millions of items would fill the memory of the server.
    with pytest.raises(ValidationError) as refused:
        questions.Compare(**{"truth": {"text": "a"}, "found": {"text": "b"}, **wrong})
    assert refused.value.error_count() < 10
