"""How the kernel is compiled: without Python's lock, and kept on disk for the next start."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])


def compiled(function: _Function) -> _Function:
    """Mark a kernel function: machine code, kept in NUMBA_CACHE_DIR, free of Python's lock."""
    made: Any = njit(nogil=True, cache=True, error_model="numpy", fastmath=True)(function)
    return cast(_Function, made)
