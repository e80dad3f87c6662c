"""Inputs of requests: clusterings, networks and tables, and edits of clusterings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from accord._io.files.options import IdType

#: The name of a node or a cluster; a text also finds a name that is a number.
Name = Annotated[str, Field(max_length=10_000)] | int
#: Only the first item that is wrong is told: a report of millions would fill the memory.
Names = Annotated[list[Name], Field(fail_fast=True)]
#: Fields of an object, for the same reason.
_MOST_FIELDS = 100

TRUTH_EXAMPLE: dict[str, Any] = {"text": "ann bob cat\ndan eve\n", "name": "truth.cnl"}
FOUND_EXAMPLE: dict[str, Any] = {"text": "ann bob\ncat dan eve\n", "name": "found.cnl"}
NETWORK_EXAMPLE: dict[str, Any] = {"text": "ann bob\nbob cat\ndan eve\n", "name": "friends.edges"}


class Model(BaseModel):
    """A part of a request; a field that is not declared is an error."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, data: Any) -> Any:
        if isinstance(data, dict) and len(data) > _MOST_FIELDS:
            raise ValueError(f"an object has at most {_MOST_FIELDS} fields, not {len(data):,}")
        return data

    def payload(self) -> dict[str, Any]:
        """What was said, as a worker gets it."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Reading(Model):
    """How a file is read, if its name and content do not say."""

    format: str | None = Field(None, max_length=40, description="Name of a format, such as cnl.")
    ids: IdType = Field("auto", description="Type of node ids; by default that of the first one.")
    shares: bool | None = Field(None, description="Whether members are written as node:share.")
    columns: Names | None = Field(
        None, max_length=20, description="Columns of a table, by name or number."
    )
    header: bool | None = Field(None, description="Whether the first row of a table is a header.")
    orientation: Literal["nodes", "clusters"] | None = Field(
        None, description="What the keys of a mapping in JSON are."
    )
    noise: bool | Name | None = Field(
        None, description="Name of the cluster of nodes in no cluster; false if there is none."
    )
    directed: bool | None = Field(None, description="Of a network: whether edges are directed.")
    weights: bool | str | None = Field(None, description="Of a network: whether to read weights.")
    repeats: Literal["once", "add", "error"] = Field(
        "once", description="Of a network: how to treat repeated edges."
    )


class PlainInput(Model):
    """A file that was uploaded, a file in the folder of the server, or a text."""

    file: str | None = Field(
        None, pattern="^[0-9a-f]{64}$", description="An uploaded file, as POST /files named it."
    )
    path: str | None = Field(
        None, min_length=1, max_length=4096, description="A file below the folder of the server."
    )
    text: str | None = Field(None, description="The content itself.")
    name: str | None = Field(
        None,
        min_length=1,
        max_length=255,
        description="What messages call it; its suffix says the format.",
    )
    reading: Reading | None = Field(None, description="How it is read.")
    level: Name | None = Field(None, description="Name of the level to take, of several.")

    model_config = ConfigDict(json_schema_extra={"examples": [TRUTH_EXAMPLE]})

    @model_validator(mode="after")
    def _needs_one(self) -> PlainInput:
        if sum(given is not None for given in (self.file, self.path, self.text)) != 1:
            raise ValueError("an input has one of file, path and text")
        return self


class Merge(Model):
    """Make one cluster of several; it has the name of the first, unless `name` says another."""

    op: Literal["merge"]
    clusters: Names = Field(min_length=2, max_length=10_000)
    name: Name | None = None


class Split(Model):
    """Split a cluster: into the given parts, and one of what is left; or by another clustering.

    The first part keeps the name.
    """

    op: Literal["split"]
    cluster: Name
    parts: list[Names] | None = Field(None, min_length=1, max_length=10_000, fail_fast=True)
    by: Literal["truth", "found", "old", "new"] | PlainInput | None = None
    names: Names | None = Field(None, max_length=10_000)

    @model_validator(mode="after")
    def _needs_parts(self) -> Split:
        if (self.parts is None) == (self.by is None):
            raise ValueError("split needs parts, or by: one of them")
        return self


class Move(Model):
    """Move a node to another cluster; null stands for no cluster."""

    op: Literal["move"]
    node: Name
    from_: Name | None = Field(None, alias="from")
    to: Name | None = None


Edit = Annotated[Merge | Split | Move, Field(discriminator="op")]


class Input(PlainInput):
    """A clustering, and edits of it, which are applied in order."""

    edits: list[Edit] | None = Field(None, max_length=10_000, fail_fast=True)
