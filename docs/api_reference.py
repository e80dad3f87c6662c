"""The API reference: pages for the site, made from the docstrings, and docs/api.md, their index.

`python tools/generate.py` writes docs/api.md. Docstrings are Markdown, so they are put on the
pages as they are; the signature, the attributes and the inherited methods are added.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from accord import METRICS, QUALITIES


@dataclass(frozen=True)
class Group:
    """One page: names of a module, listed in this order."""

    page: str
    title: str
    module: str
    names: tuple[str, ...]
    intro: str = ""


GROUPS = (
    Group(
        "compare",
        "Compare",
        "accord",
        (
            *("compare", "rank", "similarity_matrix", "constraints", "overlaps", "pair_counts"),
            *("which_metrics", "Comparison", "Ranking", "LevelScores", "Overlaps", "PairCounts"),
            "MetricAdvice",
        ),
        "Many metrics and results at once. See [which metric to use](../which_metric.md).",
    ),
    Group(
        "explain",
        "Explain",
        "accord",
        (
            *("explain", "named_clusters", "Explanation", "ExplainedCluster", "ExplainedNode"),
            *("NamedClusters", "Naming"),
        ),
        "What happened to each cluster. See [why the score is what it is](../explain.md).",
    ),
    Group(
        "certainty",
        "Chance and certainty",
        "accord",
        (
            *("baseline", "interval", "difference", "estimate"),
            *("Baseline", "Interval", "Difference", "Estimates", "Estimate"),
        ),
        "See [chance and certainty](../certainty.md), and for `estimate` "
        "[a sample of whole clusters](../partial_truth.md#a-sample-of-whole-clusters).",
    ),
    Group(
        "clusterings",
        "Clusterings and networks",
        "accord",
        (
            *("as_clustering", "Clustering", "ClusteringLike", "as_network", "Network"),
            *("NetworkLike", "ContingencyTableLike"),
        ),
        "What you can pass in: see [clusterings](../clusterings.md) and "
        "[networks](../networks.md).",
    ),
    Group(
        "files",
        "Files",
        "accord",
        ("read", "write", "read_network", "write_network"),
        "See [files](../files.md) for the formats.",
    ),
    Group(
        "generate",
        "Generate",
        "accord",
        ("generate_cover", "perturb", "generate_lfr", "LFR"),
        "See [LFR benchmarks](../lfr.md).",
    ),
    Group(
        "metrics",
        "Metrics",
        "accord.metrics",
        (*METRICS, "Score", "METRICS", "PANELS", "DEFAULT_METRIC", "Metric"),
        "Every metric is also in `accord`: `accord.f1p` is `accord.metrics.f1p`. "
        "Their definitions are in [metrics](../metrics.md).",
    ),
    Group(
        "quality",
        "Quality without a truth",
        "accord.quality",
        (
            *("score", *QUALITIES, "Quality", "Scores", "ScoresByClustering", "ClusterScores"),
            *("QUALITIES", "QualityMetric"),
        ),
        "`accord.score` is `accord.quality.score`. Definitions are in [quality](../quality.md).",
    ),
    Group(
        "hierarchy",
        "Hierarchies",
        "accord.hierarchy",
        (
            *("as_hierarchy", "Hierarchy", "HierarchyLike", "hierarchical_mutual_information"),
            *("adjusted_hierarchical_mutual_information", "dendrogram_purity"),
            *("fowlkes_mallows_curve", "FowlkesMallowsCurve"),
        ),
        "Trees of nested clusters. See [hierarchies](../hierarchies.md).",
    ),
    Group(
        "plot",
        "Plots",
        "accord.plot",
        (
            *("flows", "overlap_matrix", "verdicts", "match_by_size", "sizes", "scores"),
            *("similarity", "fowlkes_mallows_curve"),
        ),
        "See [plots](../plots.md) and the [gallery](../gallery.md).",
    ),
    Group(
        "report",
        "Reports",
        "accord.report",
        ("write_html", "to_html", "write_text"),
        "See [report](../report.md).",
    ),
    Group(
        "bench",
        "Benchmarks",
        "accord.bench",
        (
            *("quick", "run", "score", "status", "retry", "prune", "Study", "Limits"),
            *("load_results", "load_all_results", "stored_results", "Results", "Run"),
            *("Leaderboard", "Winner", "ClusteringScores", "Status", "Progress"),
            *("recommend", "Recommendation", "regret", "Regret"),
            *("network_features", "network_fingerprint", "network_distance"),
            *("algorithm", "available", "Algorithm", "export_clusterings", "to_html"),
            *("write_html", "Store", "JobSpec", "Execution"),
        ),
        "`accord.recommend` is `accord.bench.recommend`. See [benchmarks](../bench.md).",
    ),
    Group(
        "sklearn",
        "With scikit-learn",
        "accord.sklearn",
        (
            *("scorer", "scorers", "Scorer", "adjusted_mutual_info_score", "adjusted_rand_score"),
            *("check_clusterings", "completeness_score", "contingency_matrix"),
            *("fowlkes_mallows_score", "homogeneity_completeness_v_measure"),
            *("homogeneity_score", "mutual_info_score", "normalized_mutual_info_score"),
            *("pair_confusion_matrix", "rand_score", "v_measure_score"),
        ),
        "See [with scikit-learn](../scikit_learn.md).",
    ),
    Group(
        "views",
        "Views",
        "accord.views",
        (
            *("flows", "overlap_matrix", "match_cloud", "score_dots", "similarity_map"),
            *("size_histogram", "size_unit", "Flows", "Bar", "Link", "Merge", "OverlapMatrix"),
            *("MatchCloud", "MatchCells", "MatchPoints", "ScoreDots", "SimilarityMap"),
            *("SizeHistogram", "ClusterOrder"),
        ),
        "What plots and pages show, as data: for programs that draw it themselves.",
    ),
    Group(
        "web",
        "Web server",
        "accord.web",
        ("serve", "create_app", "Settings", "Limits"),
        "See [in the browser](../serve.md) and [over HTTP](../serve_api.md).",
    ),
    Group(
        "errors",
        "Errors",
        "accord.errors",
        (
            *("AccordError", "InputError", "ClusterError", "FormatError", "InvalidParameterError"),
            *("NodeSetError", "NotApplicableError", "OverlapError", "UnknownNameError"),
            *("WeightError", "FileError", "MissingFileError", "MissingPackageError"),
            *("EngineError", "TooLargeError", "UnsupportedSystemError", "AccordWarning"),
        ),
        "All of them are also in `accord`. Catch `AccordError` for any of them.",
    ),
)

#: Parameters that mean the same in every function that has them.
COMMON = {
    "truth": "The truth: anything that `accord.as_clustering` takes.",
    "found": "What to compare with the truth: anything that `accord.as_clustering` takes.",
    "clustering": "Anything that `accord.as_clustering` takes.",
    "network": "Anything that `accord.as_network` takes.",
    "nodes": 'The nodes to compare: "union", "intersection", "truth", "labelled", "clustered", '
    '"equal" or a collection of nodes; by default what the metric says.',
    "orientation": 'Whether mappings go from "nodes" or from "clusters"; by default what the data '
    "tell.",
    "noise": "The label or name of a cluster whose nodes are in no cluster; False if there is "
    "none.",
    "columns": "The columns of a table with the node, the cluster and perhaps the share; by "
    "default found by their names.",
    "threads": "The number of threads; by default all processors. It does not change the result.",
    "progress": "A function that is called repeatedly with the completed share, from 0 to 1.",
    "path": "The path of the file.",
    "metric": 'The name of a metric: "f1p", or with options "f1p[weighting=macro]".',
    "metrics": "Names of metrics, in a list or in one string with commas; by default a panel that "
    "fits the input.",
    "weighting": 'How clusters are averaged: "micro" by their size, "macro" equally, "combined" '
    "by the geometric mean of both scores.",
    "sharing": 'What a node in several clusters is worth in each: "full" 1, "split" 1/s in each '
    'of s clusters, "shares" its share; by default "shares" if either side has them, else "full".',
    "seed": "The random seed: equal seeds give equal values.",
    "confidence": "The probability with which an interval should contain the value.",
    "repeats": "How often nodes are relabelled or left out.",
    "baseline": "Whether each value comes with what chance alone gives.",
    "policy": 'Which level of a result counts: "blind" the one chosen without the truth, "best" '
    'the one with the best score, "merged" all of them as one clustering.',
    "explanation": "A result of `accord.explain`.",
    "ranking": "A result of `accord.rank`.",
    "title": "The title of the page.",
    "command": "The command that is shown at the foot of the page.",
    "date": "The date that is shown at the foot of the page; by default today.",
    "for_paper": "Whether intervals are in brackets after their values.",
    "key": "The key of a job.",
    "ax": "The axes of matplotlib to draw on; by default those of a new figure.",
    "labels_true": "The label of each node in the truth.",
    "labels_pred": "The label of each node in the clustering to compare.",
}


def overview(*, linked: bool = False) -> str:
    """The text of docs/api.md; on the site, names are links."""
    parts = [
        "# API reference\n",
        "All public names of accord, by what they are for.",
        "Each group has a page with every parameter on the site of the docs; "
        "in Python, `help(accord.explain)` prints the same text.",
        "Other modules, those with a leading underscore, may change without notice.",
    ]
    for group in GROUPS:
        rows = [
            f"| {_listed(group, name, linked)} | {summary(group, name)} |" for name in group.names
        ]
        title = f"[{group.title}](api/{group.page}.md)" if linked else group.title
        intro = "\n".join(re.split(r"(?<=\.) (?=[A-Z`])", group.intro)).replace("](../", "](")
        parts.append(
            f"\n## {title}\n\n{intro}\n\n| in `{group.module}` | what it is |\n| --- | --- |"
        )
        parts.extend(rows)
    return "\n".join(parts) + "\n"


def _listed(group: Group, name: str, linked: bool) -> str:
    return f"[`{name}`](#{group.module}.{name})" if linked else f"`{name}`"


def summary(group: Group, name: str) -> str:
    """What a name is, in a sentence."""
    described = description(group, name).partition("\n\n")[0]
    sentence = re.split(r"(?<=[.?])\s", " ".join(described.split()), maxsplit=1)[0]
    return sentence.replace("|", "\\|")


def description(group: Group, name: str) -> str:
    """The docstring; of constants the comment above their definition."""
    value = getattr(importlib.import_module(group.module), name)
    if inspect.isclass(value) or inspect.isroutine(value):
        return inspect.getdoc(value) or ""
    return CONSTANTS[name]


CONSTANTS = {
    "ClusteringLike": "The type of what `as_clustering` takes: a Clustering, a file, clusters, a "
    "mapping from names to nodes or from nodes to clusters, labels, a table, a matrix, or the "
    "result of a library.",
    "NetworkLike": "The type of what `as_network` takes: a Network, a file, edges, a table, a "
    "matrix, or the graph of a library.",
    "ContingencyTableLike": "The type of what `compare` takes as `table`: an array, nested lists, "
    "a sparse matrix, a data frame or a file of how many nodes clusters have in common.",
    "METRICS": "All metrics by name: what each is called, which options and properties it has.",
    "PANELS": "The metrics that are computed if none are named, by the kind of input.",
    "DEFAULT_METRIC": "The metric that results are ranked by, and that is explained, by default.",
    "QUALITIES": "All quality metrics by name: what each is called, and which options it has.",
    "ClusterOrder": "The order of the clusters that are shown.",
}


# ---- pages ---------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """The pages of all groups, by name."""
    return {group.page: _page(group) for group in GROUPS}


def _page(group: Group) -> str:
    module = importlib.import_module(group.module)
    links = ", ".join(f"[`{name}`](#{group.module}.{name})" for name in group.names)
    entries = [_entry(group, name, getattr(module, name)) for name in group.names]
    context = f"```{{py:currentmodule}} {group.module}\n```\n\n"
    head = f"# {group.title}\n\n{context}{group.intro}\n\nIn `{group.module}`: {links}.\n\n"
    return head + "\n".join(entries)


def _entry(group: Group, name: str, value: Any) -> str:
    """A heading, so that the name is in the contents of the page, and all about the name."""
    text = as_markdown(description(group, name))
    if inspect.isclass(value):
        entry = _class(name, value, text)
    elif inspect.isroutine(value):
        entry = _directive("py:function", name + signature(value), text + parameters(value))
    else:
        entry = _directive("py:data", name, text)
    return f"## {name}\n\n{entry}"


def _class(name: str, value: type, text: str) -> str:
    bases = [base.__name__ for base in value.__bases__ if base.__name__ not in ("object", "Result")]
    if bases and not bases[0].startswith(("Plotted", "Database")):
        text = f"A kind of `{', '.join(bases)}`.\n\n{text}"
    members = [*attributes(value), *methods(value)]
    body = "\n\n".join([text, *(_directive(*member) for member in members)])
    shown = signature(value) if is_constructed(value) else ""
    return _directive("py:class", name + shown, body, fence="`" * 6)


def is_constructed(value: type) -> bool:
    """Whether users call the class; results are what functions return."""
    own = issubclass(value, Exception) and inspect.isfunction(value.__init__)
    return own or value.__name__ in ("Limits", "Settings", "Study", "Scorer", "JobSpec")


def attributes(value: type) -> Iterator[tuple[str, str, str]]:
    """Fields and properties, with what the source says above them."""
    comments = comments_on(value)
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if not field.name.startswith("_"):
                text = f"Type: `{_shown(field.type)}`."
                yield "py:attribute", field.name, f"{comments.get(field.name, '')}\n{text}".strip()
    for name, attribute in public_members(value):
        if isinstance(attribute, property) or hasattr(attribute, "attrname"):
            yield "py:attribute", name, as_markdown(inspect.getdoc(attribute) or "")


def methods(value: type) -> Iterator[tuple[str, str, str]]:
    """Public methods, those inherited from classes of accord too."""
    for name, attribute in public_members(value):
        function = getattr(attribute, "__func__", attribute)
        if inspect.isfunction(function):
            kind = "py:staticmethod" if isinstance(attribute, staticmethod) else "py:method"
            kind = "py:classmethod" if isinstance(attribute, classmethod) else kind
            text = as_markdown(inspect.getdoc(function) or "") + parameters(function)
            yield kind, name + signature(function), text


def public_members(value: type) -> Iterator[tuple[str, Any]]:
    seen = set()
    for owner in value.__mro__:
        if not owner.__module__.startswith("accord"):
            continue
        for name, attribute in vars(owner).items():
            if not name.startswith("_") and name not in seen:
                seen.add(name)
                yield name, attribute


def comments_on(value: type) -> dict[str, str]:
    """What `#:` comments say, by the name of the field below them."""
    comments: dict[str, str] = {}
    for owner in reversed(value.__mro__):
        if owner.__module__.startswith("accord"):
            source = textwrap.dedent(inspect.getsource(owner))
            for comment, name in re.findall(r"((?:^ +#: .*\n)+) +(\w+):", source, re.MULTILINE):
                comments[name] = re.sub(r"^ +#: ", "", comment, flags=re.MULTILINE).strip()
    return comments


# ---- signatures and text -------------------------------------------------------------------------


def signature(function: Callable[..., Any]) -> str:
    """As it is written in the source, without `self`."""
    parts, keyword_only = [], False
    inspected = inspect.signature(function)
    for parameter in inspected.parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            parts.append("*")
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        keyword_only |= stars == "*"
        text = stars + parameter.name
        if parameter.annotation is not parameter.empty:
            text += f": {_shown(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            text += f" = {_default(parameter.default)}"
        parts.append(text)
        if parameter is last_positional_only(inspected):
            parts.append("/")
    returned = inspected.return_annotation
    arrow = "" if returned in (inspect.Signature.empty, "None", None) else f" -> {_shown(returned)}"
    return f"({', '.join(parts)}){arrow}"


def last_positional_only(inspected: inspect.Signature) -> inspect.Parameter | None:
    found = [p for p in inspected.parameters.values() if p.kind is p.POSITIONAL_ONLY]
    return found[-1] if found else None


def _shown(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:accord|typing|collections\.abc|pathlib)\.(?:\w+\.)*", "", text)


def _default(value: Any) -> str:
    text = repr(value)
    return text if not text.startswith("<") else "..."


def parameters(function: Callable[..., Any]) -> str:
    """What the parameters mean that the docstring does not name."""
    lines = [
        f"- `{name}`: {COMMON[name]}"
        for name in inspect.signature(function).parameters
        if name in COMMON and not names(inspect.getdoc(function) or "", name)
    ]
    return "\n\nAs everywhere:\n\n" + "\n".join(lines) if lines else ""


def names(text: str, parameter: str) -> bool:
    """Whether a docstring names a parameter."""
    return re.search(rf"\b{parameter}\b", text) is not None


def as_markdown(docstring: str) -> str:
    """A docstring with its examples in blocks of code."""
    lines, session = [], False
    for line in docstring.splitlines():
        starts = line.startswith(">>> ")
        if starts and not session:
            lines += ["", "```pycon"]
            session = True
        if session and not line.strip():
            lines.append("```")
            session = False
        lines.append(re.sub(r" +# doctest: .*", "", line) if session else line)
    return "\n".join([*lines, "```"] if session else lines)


def _directive(kind: str, signature: str, body: str, fence: str = "`" * 5) -> str:
    return f"{fence}{{{kind}}} {signature}\n\n{body}\n{fence}\n"
