"""Mutations of files: single bits, bytes, numbers, pieces that are cut, repeated or exchanged."""

import random
import re
from collections.abc import Sequence

_NUMBERS = (0, 1, 2, 127, 128, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 2**63)
_WORDS = (
    *(b"", b" ", b"\n", b"\r\n", b"\0", b'"', b"#", b"%", b"*", b":", b"[", b"]", b"{", b"}", b"("),
    *(b"<", b">", b"&", b"&#0;", b"&#xD800;", b"\\ud800", b"\xed\xa0\x80", b"\xff", b"\xc2\xb2"),
    *(b"-1", b"0", b"1_5", b"1e400", b"nan", b"inf", b"0x10", b"-0", b"1.5", b"\xd9\xa1"),
    *(b"9" * 30, b"9" * 5000, b"null", b"true", b"[[]]", b"\xef\xbb\xbf"),
    *(b"UTF-16", b"idna", b"undefined", b"rot13"),
)


def mutate(seeds: Sequence[bytes], random: random.Random) -> bytes:
    """A seed after one to four mutations."""
    data = random.choice(seeds)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = random.choice(_MUTATIONS)(data, seeds, random)
    return data


def _flip(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _set_byte(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _set_number(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    """Write a binary number over the data, as of a length or an offset."""
    size = random.choice((2, 4, 8))
    number = (random.choice(_NUMBERS) * random.choice((1, -1))) % 256**size
    at = random.randrange(len(data) + 1)
    return data[:at] + number.to_bytes(size, "little") + data[at + size :]


def _cut(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    begin, end = _range(data, random)
    return data[:begin] + data[end:]


def _truncate(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _repeat(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    begin, end = _range(data, random)
    return data[:end] + data[begin:end] * random.choice((1, 2, 100)) + data[end:]


def _splice(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    other = random.choice(seeds)
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def _insert_word(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_WORDS) + data[at:]


def _replace_word(data: bytes, seeds: Sequence[bytes], random: random.Random) -> bytes:
    words = list(re.finditer(rb"[\w.+-]+", data))
    if not words:
        return data
    word = random.choice(words)
    return data[: word.start()] + random.choice(_WORDS) + data[word.end() :]


def _range(data: bytes, random: random.Random) -> tuple[int, int]:
    begin = random.randrange(len(data) + 1)
    return begin, min(len(data), begin + random.choice((1, 2, 4, 8, 40)))


_MUTATIONS = (
    *(_flip, _flip, _set_byte, _set_number, _cut, _truncate, _repeat, _splice),
    *(_insert_word, _replace_word, _replace_word),
)
