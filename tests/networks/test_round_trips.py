"""Networks that are written are read again; what a format cannot hold is an error."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from network_files import FORMATS, file_name, free_texts, integers, networks, storable_networks

import accord
from accord import InputError, Network
from accord._io.networks.features import FEATURES
from accord._io.networks.formats import NETWORK_FORMATS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("round")


@pytest.mark.parametrize("format", FORMATS)
class TestEveryFormat:
    @settings(max_examples=30)
    @given(data=st.data())
    def test_network_round_trips(self, format: str, data: Any, folder: Path) -> None:
        network = data.draw(storable_networks(format))
        path = folder / file_name(format)
        accord.write_network(network, path)
        again = accord.read_network(path)
        assert again == network
        assert again.repeated == 0
        accord.write_network(again, path.with_suffix(".again"), format=format)
        if network.node_labels.kind == "integer":
            assert path.with_suffix(".again").read_bytes() == path.read_bytes()

    @settings(max_examples=30)
    @given(data=st.data())
    def test_any_network_round_trips_or_is_refused(
        self, format: str, data: Any, folder: Path
    ) -> None:
        nodes = st.lists(integers, min_size=1, max_size=5, unique=True) | st.lists(
            free_texts
        | st.sampled_from(["#", "a b", '"', "source", "target", "x\ny", "", "1", "%2"]),
            min_size=1, max_size=5, unique=True,
        )  # fmt: skip
        network = data.draw(networks(nodes, frozenset(FEATURES)))
        path = folder / file_name(format)
        before = list(folder.iterdir())
        try:
            accord.write_network(network, path)
        except InputError as error:
            assert "cannot" in str(error)  # noqa: PT017
            assert list(folder.iterdir()) == before
        else:
            assert accord.read_network(path) == network

    @pytest.mark.parametrize("suffix", [".gz", ".zst", ".xz", ".bz2"])
    def test_compressed_file_round_trips(self, format: str, suffix: str, tmp_path: Path) -> None:
        network = Network.from_edges(
            [(1, 2), (2, 3)], directed="undirected" not in NETWORK_FORMATS[format].holds
        )
        path = tmp_path / (file_name(format) + suffix)
        accord.write_network(network, path)
        assert accord.read_network(path) == network

    def test_standard_output_and_input_round_trip(
        self, format: str, tmp_path: Path, monkeypatch: Any
    ) -> None:
        network = Network.from_edges(
            [(1, 2), (2, 3)], directed="undirected" not in NETWORK_FORMATS[format].holds
        )
        written = io.TextIOWrapper(io.BytesIO())
        monkeypatch.setattr(sys, "stdout", written)
        accord.write_network(network, "-", format=format)
        monkeypatch.undo()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written.buffer.getvalue())))  # type: ignore[attr-defined]
        assert accord.read_network("-", format=format) == network


NETWORKS_WITH = {
    "directed": Network.from_edges([(1, 2), (2, 3)], directed=True),
    "undirected": Network.from_edges([(1, 2), (2, 3)]),
    "weights": Network.from_edges([(1, 2, 0.5), (2, 3, 2)]),
    "lone nodes": Network.from_edges([(1, 2)], nodes=[3]),
    "loops": Network.from_edges([(1, 2), (3, 3), (2, 3)]),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("part", FEATURES)
def test_unsupported_content_is_an_error_that_names_other_formats(
    format: str, part: str, tmp_path: Path
) -> None:
    holds = NETWORK_FORMATS[format].holds
    network, path = NETWORKS_WITH[part], tmp_path / file_name(format)
    if part != "undirected" and "undirected" not in holds:
        network = accord.as_network(network, directed=True)
    if part not in holds:
        with pytest.raises(
            InputError, match=f"cannot hold {FEATURES[part]}: write .*(csv|edges|nse)"
        ):
            accord.write_network(network, path)
        assert list(tmp_path.iterdir()) == []
    elif ("directed" if network.directed else "undirected") in holds:
        accord.write_network(network, path)
        assert accord.read_network(path) == network


def test_objects_as_nodes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot hold nodes such as"):
        accord.write_network(Network.from_edges([((1, 2), (3, 4))]), tmp_path / "a.edges")


def test_writing_anything_but_a_network_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a Network, not list"):
        accord.write_network([(1, 2)], tmp_path / "a.edges")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="does not say which format"):
        accord.write_network(NETWORKS_WITH["loops"], tmp_path / "a.xyz")
