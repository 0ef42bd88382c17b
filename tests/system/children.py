# SPDX-License-Identifier: Apache-2.0
"""No child process outlives the tests, whatever ends them."""
import ctypes
import signal

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def end_with_parent():
    """For preexec_fn, so in the child before exec: the kernel ends it when this process is gone."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
