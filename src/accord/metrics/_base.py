"""What all metrics have in common: a function, its formula, its options; and how people write them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from accord.errors import InputError, UnknownNameError, unknown
from accord.metrics._options import Number, Option


@dataclass(frozen=True)
class BaseMetric:
    """A metric: its function, the formula behind it, the summary the formula needs, and its options."""

    function: Callable[..., Any]
    formula: Callable[..., Any]
    #: What an engine makes for it: the name of a method or property of the engine.
    summary: str
    #: Options besides nodes and threads, and what they may be.
    options: Mapping[str, Option] = field(default_factory=dict)
    #: Smallest and greatest value; None: no bound that holds for all inputs.
    bounds: tuple[float | None, float | None] = (0.0, 1.0)

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def meaning(self) -> str:
        """One line on what the number says."""
        return (inspect.getdoc(self.function) or "").splitlines()[0]

    @property
    def defaults(self) -> dict[str, Any]:
        parameters = inspect.signature(self.function).parameters
        return {option: parameters[option].default for option in self.options}

    def check_options(self, options: Mapping[str, Any]) -> None:
        for option, value in options.items():
            if option not in self.options:
                if not self.options:
                    raise InputError(f"{self.name} has no option {option!r}, nor any other")
                raise unknown(f"option of {self.name}", option, self.options)
            allowed = self.options[option]
            if value in allowed or (value is None and self.defaults[option] is None):
                continue
            if isinstance(allowed, Number):
                raise InputError(
                    f"{option} of {self.name} must be {allowed.described}, not {value!r}"
                )
            raise unknown(f"{option} of {self.name}", value, allowed)

    def canonical_name(self, options: Mapping[str, Any]) -> str:
        """The name of the metric with the options that are not the default, in the order of its signature."""

        def shown(value: Any) -> str:
            return f"{value:g}" if isinstance(value, float) else str(value)

        told = [
            f"{option}={shown(options[option])}"
            for option, default in self.defaults.items()
            if options.get(option, default) != default
        ]
        return f"{self.name}[{','.join(told)}]" if told else self.name


Known = TypeVar("Known", bound=BaseMetric)


def split_names(text: str) -> list[str]:
    """Split at the commas outside of brackets."""
    return [name for name in re.split(r",(?![^\[]*\])", text) if name.strip()]


def parse_metric(
    text: str, known: Mapping[str, Known], elsewhere: Mapping[str, str]
) -> tuple[Known, dict[str, Any]]:
    """From `f1p[weighting=macro]` to one of the known metrics and its options. `elsewhere`: what some are called there."""
    parts = re.fullmatch(r"\s*([^\[\]\s]+)\s*(?:\[([^\[\]]*)\])?\s*", str(text))
    if not parts:
        raise InputError(
            f"cannot read the metric {str(text)!r}: write it as f1p or f1p[weighting=macro]"
        )
    name, listed = parts.groups()
    name = name if name in known else name.lower()
    if name in elsewhere:
        raise UnknownNameError(f"unknown metric {name!r}: it is called {elsewhere[name]} here")
    if name not in known:
        raise unknown("metric", name, known)
    metric = known[name]
    options: dict[str, Any] = {}
    for item in filter(None, (part.strip() for part in (listed or "").split(","))):
        option, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise InputError(f"cannot read {item!r} in {text!r}: write options as option=value")
        allowed = metric.options.get(option)
        options[option] = _number(option, value, allowed) if isinstance(allowed, Number) else value
    return metric, options


def _number(option: str, value: str, allowed: Number) -> float:
    number = allowed.read(value)
    if number is None:
        raise InputError(f"{option} must be {allowed.described}, not {value!r}")
    return number
