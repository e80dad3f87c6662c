"""Every exception: base classes, pickling and messages."""

import copy
import pickle

import pytest

import accord
from accord import errors
from accord.errors import AccordWarning, first_line, need_package, unknown, warn

BASES = {
    errors.InputError: {ValueError},
    errors.InvalidParameterError: {ValueError, TypeError, errors.InputError},
    errors.FormatError: {ValueError, errors.InputError},
    errors.FileError: {OSError},
    errors.MissingFileError: {OSError, FileNotFoundError, errors.FileError},
    errors.NotApplicableError: {ValueError, errors.InputError},
    errors.NodeSetError: {ValueError, errors.NotApplicableError},
    errors.OverlapError: {ValueError, errors.NotApplicableError},
    errors.WeightError: {ValueError, errors.NotApplicableError},
    errors.UnknownNameError: {KeyError, ValueError, errors.InputError},
    errors.MissingPackageError: {ImportError},
    errors.EngineError: {RuntimeError},
    errors.ClusterError: {RuntimeError},
    errors.UnsupportedSystemError: {RuntimeError},
    errors.TooLargeError: {MemoryError},
}
EXAMPLES = [
    errors.AccordError("what"),
    errors.InputError("what"),
    errors.InvalidParameterError("what"),
    errors.FormatError("what", "a.cnl", 3, 4),
    errors.FormatError("what", "a.cnl"),
    errors.FileError(2, "No such file", "a.cnl"),
    errors.MissingFileError(2, "No such file", "a.cnl"),
    errors.NodeSetError("what"),
    errors.NotApplicableError("what"),
    errors.OverlapError("what", metric="nmi", instead=("onmi", "gnmi")),
    errors.WeightError("what"),
    unknown("metric", "f1q", ["f1p", "nmi"]),
    need_package("zstandard", "zstd", "this"),
    errors.EngineError("what"),
    errors.ClusterError("what"),
    errors.UnsupportedSystemError("what"),
    errors.TooLargeError("what"),
]


def test_every_exception_is_tested():
    all_errors = {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert all_errors - {errors.AccordError, errors.AccordWarning} == set(BASES)
    assert {type(error) for error in EXAMPLES} == {*BASES, errors.AccordError}


@pytest.mark.parametrize("error", BASES, ids=lambda error: error.__name__)
def test_error_derives_from_accord_error_and_builtins(error):
    assert issubclass(error, errors.AccordError)
    for base in BASES[error]:
        assert issubclass(error, base)


@pytest.mark.parametrize(
    "error", [*BASES, errors.AccordError, errors.AccordWarning], ids=lambda error: error.__name__
)
def test_error_is_public(error):
    assert getattr(accord, error.__name__) is error


def test_warning_is_a_user_warning_and_not_an_error():
    assert issubclass(errors.AccordWarning, UserWarning)
    assert not issubclass(errors.AccordWarning, errors.AccordError)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_error_survives_pickling(error, protocol):
    again = pickle.loads(pickle.dumps(error, protocol))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.args == error.args
    assert vars(again) == vars(error)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_error_survives_copying(error):
    assert str(copy.copy(error)) == str(error)
    assert str(copy.deepcopy(error)) == str(error)


def test_format_error_starts_with_the_location():
    error = errors.FormatError("bad word", "a.cnl", 3, 4)
    assert (error.path, error.line, error.column) == ("a.cnl", 3, 4)
    assert str(error) == "a.cnl, line 3, column 4: bad word"


def test_format_error_without_a_location_names_the_file():
    error = errors.FormatError("empty", "a.cnl")
    assert (error.line, error.column) == (None, None)
    assert str(error) == "a.cnl: empty"


def test_pickled_format_error_keeps_its_location():
    again = pickle.loads(pickle.dumps(errors.FormatError("bad word", "a.cnl", 3, 4)))
    assert (again.path, again.line, again.column) == ("a.cnl", 3, 4)


def test_pickled_file_error_keeps_its_path():
    again = pickle.loads(pickle.dumps(errors.FileError(2, "No such file", "a.cnl")))
    assert (again.errno, again.filename) == (2, "a.cnl")
    assert "a.cnl" in str(again)


def test_unknown_name_suggests_the_closest_match():
    assert str(unknown("metric", "jacard_match", ["nmi", "jaccard_match"])) == (
        "unknown metric 'jacard_match': did you mean jaccard_match?"
    )


def test_unknown_name_without_a_close_match_lists_the_choices():
    message = str(unknown("noise policy", "zzz", ["drop", "alone"]))
    assert "zzz" in message
    assert "drop, alone" in message


def test_unknown_name_that_is_not_a_string_is_an_accord_error():
    assert "7" in str(unknown("metric", 7, ["nmi"]))


def test_unknown_name_prints_without_key_error_quotes():
    assert not str(unknown("metric", "x", ["nmi"])).startswith(("'", '"'))


def test_missing_package_says_how_to_install_it():
    message = str(need_package("zstandard", "zstd", "reading it"))
    assert "reading it needs the package zstandard" in message
    assert "pip install 'accord[zstd]'" in message


def test_long_words_of_a_file_do_not_make_messages_long(tmp_path):
    with pytest.raises(errors.InputError, match=r"^column 9+ … 9+ is too long$") as caught:
        raise errors.InputError(f"column {'9' * 10**5} is too long")
    assert len(str(caught.value)) < 1600
    (tmp_path / "a.cnl").write_text(f"1 2\n{'9' * 10**5} 3\n")
    with pytest.raises(errors.FormatError, match="line 2, column 1") as caught:
        accord.read(tmp_path / "a.cnl", ids="integer")
    assert len(str(caught.value)) < 1600 + len(str(tmp_path))
    with pytest.warns(AccordWarning, match=r"^9+ … 9+ odd$") as warned:
        warn(f"{'9' * 10**5} odd")
    assert len(str(warned[0].message)) < 1600


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            "Out of Memory Error: no room\n\nPossible solutions:\n* more",
            "Out of Memory Error: no room",
        ),
        ("\n  [FAILED_READ_FILE] such a file \n\tat org.apache", "[FAILED_READ_FILE] such a file"),
        (
            "An error occurred while calling o7.x.\n: java.io.IOException: gone\n\tat java",
            "java.io.IOException: gone",
        ),
        ("An error occurred while calling o7.x.", "An error occurred while calling o7.x."),
        ("", "ValueError"),
        ("x" * 501, "x" * 500 + " …"),
    ],
)
def test_library_message_is_reduced_to_one_line(message: str, line: str) -> None:
    assert first_line(ValueError(message)) == line


def test_warning_in_text_without_a_module_name() -> None:
    with pytest.warns(AccordWarning, match="beware"):
        exec("warn('beware')", {"warn": warn})
