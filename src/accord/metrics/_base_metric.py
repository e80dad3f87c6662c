"""What metrics of two clusterings and quality metrics have in common: a formula and its options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from accord._engines.base import Engine
from accord._foundation.metric_options import Number, Option
from accord.errors import InputError, unknown

Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class BaseMetric:
    """A metric: its formula, the summary that the formula needs, and what is true of its values.

    The keyword-only parameters of the formula are the options of the metric: their annotations say
    which values are allowed, their defaults are the defaults. The formula gets all options. Those
    that the summary depends on, which its class lists in `parameters`, go to the engine too.
    """

    #: From the summary, and the options as keywords, to the value.
    formula: Callable[..., Any]
    #: The class of the summary that an engine computes for it.
    summary: type
    #: Parameters of the summary that are not options of the metric.
    parameters: Mapping[str, Any] = field(default_factory=dict)
    #: Smallest and greatest value; None if there is no bound that holds for all inputs.
    bounds: tuple[float | None, float | None] = (0.0, 1.0)
    #: Lower is better.
    distance: bool = False
    #: Takes crisp clusterings only; `instead` names metrics for overlapping ones.
    crisp: bool = False
    instead: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name, which is that of its function and of its column in tables."""
        return self.formula.__name__

    @property
    def meaning(self) -> str:
        """One line on what the value says."""
        return (inspect.getdoc(self.formula) or "").partition("\n")[0]

    def describe(self, options: Mapping[str, Any]) -> str:
        """The meaning for a table, with the norm of `options`, as metrics differ in it."""
        meaning = self.meaning.rstrip(".")
        norm = {**self.defaults, **options}.get("norm")
        return meaning if norm is None else f"{meaning}, norm={norm}"

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options, and which values each may have."""
        hints = get_type_hints(self.formula, include_extras=True)
        return {option: _allowed_values(hints[option]) for option in self.defaults}

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The options, and the default of each."""
        return dict(self.formula.__kwdefaults__ or {})

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The public function: the metric of inputs of any kind, with the options as keywords."""
        function = self._make_function()
        function.__name__ = function.__qualname__ = self.name
        function.__doc__ = self.formula.__doc__
        function.__module__ = type(self).__module__.rpartition(".")[0]
        function.__dict__["__signature__"] = _public_signature(function, self.formula)
        return function

    def _make_function(self) -> Callable[..., Any]:
        """A function whose `**options` stand for the options of the metric."""
        raise NotImplementedError

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise if one of `options` is unknown, or has a value that it may not have."""
        for option, value in options.items():
            if option not in self.options:
                if not self.options:
                    raise InputError(f"{self.name} has no option {option!r}: it takes none")
                raise unknown(f"option of {self.name}", option, self.options)
            allowed = self.options[option]
            if value in allowed or (value is None and self.defaults[option] is None):
                continue
            if isinstance(allowed, Number):
                raise InputError(f"{option} of {self.name} must be {allowed}, not {value!r}")
            raise unknown(f"{option} of {self.name}", value, allowed)

    def canonical_name(self, options: Mapping[str, Any]) -> str:
        """The name with the options that differ from the default, in the order of the signature."""
        changed = [
            f"{option}={_format(options[option])}"
            for option, default in self.defaults.items()
            if options.get(option, default) != default
        ]
        return f"{self.name}[{','.join(changed)}]" if changed else self.name


def apply_formula(
    formula: Callable[..., Result],
    engine: Engine,
    summary: type,
    parameters: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Result:
    """A formula on a summary by the engine; see `BaseMetric` for which options go where."""
    names = getattr(summary, "parameters", ())
    chosen = {name: options[name] for name in names if name in options}
    return formula(engine.get(summary, **parameters, **chosen), **options)


def _format(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _allowed_values(hint: Any) -> Option:
    """The words of a Literal, or the Number of an Annotated; `| None` is allowed by the default."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is Annotated:
        number: Number = hint.__metadata__[0]
        return number
    return get_args(hint)


def _public_signature(
    function: Callable[..., Any], formula: Callable[..., Any]
) -> inspect.Signature:
    """The signature of `function` with the options of the formula in place of `**options`."""
    signature, of_formula = inspect.signature(function), inspect.signature(formula)
    inputs, common = [], []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            common.append(parameter)
        elif parameter.kind is not parameter.VAR_KEYWORD:
            inputs.append(parameter)
    options = [
        parameter
        for parameter in of_formula.parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    return signature.replace(parameters=[*inputs, *options, *common])
