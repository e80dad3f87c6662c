"""Write the inputs that fuzzing starts from: files as accord itself writes them.

    python tests/native_fuzz/seeds.py FOLDER

makes a folder for each target. The first bytes of an input are the options of its target, in the
order in which the target takes them.
"""

import sys
import tempfile
from pathlib import Path

import accord
from accord import Clustering, Network

SEPARATORS = " \t,;"
FIELDS = ("skip", "integer", "text", "number", "share")


def write_seeds(folder: Path) -> None:
    for target, inputs in (
        ("cluster_lists", cluster_lists()),
        ("tables", tables()),
        ("labels", labels()),
        ("words", words()),
        ("chunks", chunks()),
    ):
        (folder / target).mkdir(parents=True)
        for name, data in inputs.items():
            (folder / target / name).write_bytes(data)


def written(clustering: Clustering | Network, name: str, **options: object) -> bytes:
    """The bytes of a file that accord writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write = accord.write if isinstance(clustering, Clustering) else accord.write_network
        write(clustering, path, **options)
        return path.read_bytes()


def clusterings() -> dict[str, Clustering]:
    """Small ones of every kind."""
    return {
        "integers": Clustering.from_clusters([[1, 2, 3], [3, 4, -5], [2**62, 7]]),
        "texts": Clustering.from_clusters({"a": ["ann", "bob"], "é": ["bob", "zoë", "x:y"]}),
        "shares": Clustering.from_clusters([{1: 0.5, 2: 1.0}, {1: 0.25, 3: 1e-9}]),
        "random": accord.generate_cover(40, 6, seed=1),
    }


def cluster_lists() -> dict[str, bytes]:
    inputs = {}
    for kind, clustering in clusterings().items():
        text = written(clustering, "a.cnl")
        for ids in range(3):
            options = bytes([ids, kind == "shares", 0])
            inputs[f"{kind}-{ids}"] = options + text
            inputs[f"{kind}-{ids}-crlf"] = options + text.replace(b"\n", b"\r\n")
        inputs[f"{kind}-keyed"] = bytes([2, 0, 1]) + text
    large = accord.generate_cover(30_000, 300, seed=2)
    inputs["large"] = bytes(3) + written(large, "a.cnl")
    return inputs


def layout(
    separator: str,
    fields: str,
    *,
    comments: bool = True,
    gaps: bool = True,
    together: bool = False,
    header: bool = False,
) -> bytes:
    names = fields.split()
    flags = [comments, gaps, together, header]
    kinds = [FIELDS.index(name) for name in names]
    return bytes([SEPARATORS.index(separator), *flags, len(names) - 1, *kinds])


def tables() -> dict[str, bytes]:
    inputs = {}
    for kind, clustering in clusterings().items():
        ids = "text" if kind == "texts" else "integer"
        fields = f"{ids} text" + " share" * (kind == "shares")
        for name, separator, header in (("csv", ",", True), ("tsv", "\t", True), ("pairs", " ", 0)):
            text = written(clustering, f"a.{name}")
            options = layout(separator, fields, header=bool(header))
            inputs[f"{kind}.{name}"] = options + text
            inputs[f"{kind}-crlf.{name}"] = options + text.replace(b"\n", b"\r\n")
    labels = Clustering.from_labels([0, 1, 1, 2, 0, 2] * 20)
    for field in ("integer", "text"):
        options = layout(" ", field, gaps=False)
        inputs[f"labels-{field}"] = options + written(labels, "a.labels")
    network = Network.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)], weights=[1, 2.5, 3, 0.125])
    for field in ("integer", "text"):
        options = layout(" ", f"{field} {field} number", together=True)
        inputs[f"edges-{field}"] = options + written(network, "a.nse")
    large = Clustering.from_labels([node * 7919 % 1009 for node in range(30_000)])
    inputs["large.pairs"] = layout(" ", "integer text") + written(large, "a.pairs")
    return inputs


def labels() -> dict[str, bytes]:
    """Lists of integers of 1, 2, 4 and 8 bytes, and of texts."""
    numbers = bytes(node * 37 % 256 for node in range(400))
    texts = b"\n".join(f"node{number % 50}".encode() for number in range(120))
    inputs = {}
    for width in range(4):
        inputs[f"integers-{width}"] = bytes([0, 9, width]) + numbers
        inputs[f"merged-{width}"] = bytes([1, 5, width]) + numbers
    for bits in (0, 3):
        inputs[f"texts-{bits}"] = bytes([2, bits, 9]) + texts
    inputs["joined"] = bytes([3, 5]) + texts
    return inputs


def words() -> dict[str, bytes]:
    texts = ["0", "-1", "12345678", "123456789012", "-9223372036854775808", "0.5", "1e-9", "zoë 😀"]
    texts += ["a\r\nb\nc\rd", "\ufeffa", "x" * 60]
    return {str(i): bytes([i]) + text.encode() for i, text in enumerate(texts)}


def chunks() -> dict[str, bytes]:
    """What each chunk of work does: it ends well, or fails (x), or fails late (X)."""
    return {"all": b"." * 20, "late": b"..X.x..x", "first": b"Xxxx", "last": b"." * 30 + b"x"}


if __name__ == "__main__":
    write_seeds(Path(sys.argv[1]))
