// SPDX-License-Identifier: MIT
//
// Fails chosen calls of the C library that change files, and shifts the wall clock, in a process that loads this library with
// LD_PRELOAD; see fault_injection.py.
//
// Beside the library lie `faults.control`, a `struct control` that every process which loads the library shares and the test writes at
// any time, and `faults.log`, which gets one line for each matching call: its number, its kind, whether it failed, its path. They are
// found by the library's own path, since processes of an app do not inherit every variable of the environment.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { OPEN, WRITE, SYNC, RENAME, TRUNCATE, UNLINK, MKDIR, LINK };
static const char *const names[] = {"open", "write", "sync", "rename", "truncate", "unlink", "mkdir", "link"};

// What a failing call does instead of returning an error number.
enum { KILL = -1, HALF = -2 };

struct control {
    _Atomic int64_t count;  // Calls so far that match.
    int64_t first;          // The number of the first call that fails; 0: none does.
    int64_t length;         // How many calls fail from there on.
    int64_t action;         // The error number, or KILL or HALF.
    int64_t kinds;          // A bit for each kind that matches.
    _Atomic int64_t shift;  // By how many seconds the wall clock is ahead.
    char prefix[208];       // What the absolute path of a matching call begins with, ended by a zero byte.
};

static struct control *control;
static int log_file = -1;

__attribute__((constructor)) static void begin(void) {
    Dl_info own;
    char path[PATH_MAX];
    if (dladdr(&names, &own) == 0) return;
    int length = (int)(strrchr(own.dli_fname, '/') - own.dli_fname);
    snprintf(path, sizeof path, "%.*s/faults.control", length, own.dli_fname);
    int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (memory == MAP_FAILED) return;
    snprintf(path, sizeof path, "%.*s/faults.log", length, own.dli_fname);
    log_file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    control = memory;
}

// Writes the absolute path of a name below a directory's descriptor.
static void resolve(int directory, const char *name, char *path) {
    char link[64];
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
        return;
    }
    snprintf(link, sizeof link, directory == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", directory);
    ssize_t length = readlink(link, path, PATH_MAX - 2);
    if (length < 0) length = 0;
    path[length] = 0;
    if (name[0] != 0) snprintf(path + length, PATH_MAX - length, "/%s", name);
}

// Whether a call must fail; `half` is set if it does a part of its work. The path of `other` is logged too.
static int fails(enum kind kind, const char *path, const char *other, int *half) {
    if (control == NULL || !(control->kinds >> kind & 1)) return 0;
    const char *prefix = control->prefix;
    size_t length = strnlen(prefix, sizeof control->prefix);
    if (length == 0) return 0;
    if (strncmp(path, prefix, length) != 0 && (other == NULL || strncmp(other, prefix, length) != 0)) return 0;
    int64_t number = atomic_fetch_add(&control->count, 1) + 1, action = control->action;
    int hit = control->first > 0 && number >= control->first && number - control->first < control->length;
    // A full disk lets files be removed.
    if (kind == UNLINK && action == ENOSPC) hit = 0;
    if (log_file >= 0) {
        char line[2 * PATH_MAX + 64];
        int size = snprintf(line, sizeof line, "%lld\t%s\t%s\t%s%s%s\n", (long long)number, names[kind], hit ? "failed" : "done",
                            path, other == NULL ? "" : "\t", other == NULL ? "" : other);
        syscall(SYS_write, log_file, line, size);
    }
    if (!hit) return 0;
    if (action == KILL) {
        syscall(SYS_kill, getpid(), SIGKILL);
        for (;;) pause();
    }
    if (action == HALF) {
        if (half != NULL) *half = 1;
        return 0;
    }
    errno = (int)action;
    return 1;
}

static int fails_at(enum kind kind, int directory, const char *name) {
    char path[PATH_MAX];
    int saved = errno;
    resolve(directory, name, path);
    errno = saved;
    return fails(kind, path, NULL, NULL);
}

static int fails_open(enum kind kind, int file, int *half) {
    char path[PATH_MAX];
    int saved = errno;
    resolve(file, "", path);
    errno = saved;
    return fails(kind, path, NULL, half);
}

static int fails_two(enum kind kind, int from, const char *source, int to, const char *target) {
    char first[PATH_MAX], second[PATH_MAX];
    int saved = errno;
    resolve(from, source, first);
    resolve(to, target, second);
    errno = saved;
    return fails(kind, first, second, NULL);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPENING(name)                                                                    \
    int name(const char *path, int flags, ...) {                                         \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;        \
        va_end(rest);                                                                    \
        if (flags & O_CREAT && fails_at(OPEN, AT_FDCWD, path)) return -1;                \
        return NEXT(name)(path, flags, mode);                                            \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                                                 \
    int name(int directory, const char *path, int flags, ...) {                          \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;        \
        va_end(rest);                                                                    \
        if (flags & O_CREAT && fails_at(OPEN, directory, path)) return -1;               \
        return NEXT(name)(directory, path, flags, mode);                                 \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

int creat(const char *path, mode_t mode) {
    return fails_at(OPEN, AT_FDCWD, path) ? -1 : NEXT(creat)(path, mode);
}

#define MAKING_TEMPORARY(name, parameters, ...)                                          \
    int name parameters {                                                                \
        return fails_at(OPEN, AT_FDCWD, path) ? -1 : NEXT(name)(__VA_ARGS__);            \
    }
MAKING_TEMPORARY(mkstemp, (char *path), path)
MAKING_TEMPORARY(mkstemp64, (char *path), path)
MAKING_TEMPORARY(mkostemp, (char *path, int flags), path, flags)
MAKING_TEMPORARY(mkostemp64, (char *path, int flags), path, flags)
MAKING_TEMPORARY(mkstemps, (char *path, int suffix), path, suffix)
MAKING_TEMPORARY(mkostemps, (char *path, int suffix, int flags), path, suffix, flags)

ssize_t write(int file, const void *bytes, size_t count) {
    int half = 0;
    if (fails_open(WRITE, file, &half)) return -1;
    return NEXT(write)(file, bytes, half && count > 1 ? count / 2 : count);
}

#define WRITING(name, offset_type)                                                       \
    ssize_t name(int file, const void *bytes, size_t count, offset_type place) {         \
        int half = 0;                                                                    \
        if (fails_open(WRITE, file, &half)) return -1;                                   \
        return NEXT(name)(file, bytes, half && count > 1 ? count / 2 : count, place);    \
    }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

ssize_t writev(int file, const struct iovec *parts, int count) {
    return fails_open(WRITE, file, NULL) ? -1 : NEXT(writev)(file, parts, count);
}

int fsync(int file) { return fails_open(SYNC, file, NULL) ? -1 : NEXT(fsync)(file); }
int fdatasync(int file) { return fails_open(SYNC, file, NULL) ? -1 : NEXT(fdatasync)(file); }
int ftruncate(int file, off_t size) { return fails_open(TRUNCATE, file, NULL) ? -1 : NEXT(ftruncate)(file, size); }
int ftruncate64(int file, off64_t size) { return fails_open(TRUNCATE, file, NULL) ? -1 : NEXT(ftruncate64)(file, size); }

int rename(const char *from, const char *to) {
    return fails_two(RENAME, AT_FDCWD, from, AT_FDCWD, to) ? -1 : NEXT(rename)(from, to);
}

int renameat(int from, const char *source, int to, const char *target) {
    return fails_two(RENAME, from, source, to, target) ? -1 : NEXT(renameat)(from, source, to, target);
}

int renameat2(int from, const char *source, int to, const char *target, unsigned flags) {
    return fails_two(RENAME, from, source, to, target) ? -1 : NEXT(renameat2)(from, source, to, target, flags);
}

int link(const char *from, const char *to) {
    return fails_two(LINK, AT_FDCWD, from, AT_FDCWD, to) ? -1 : NEXT(link)(from, to);
}

int linkat(int from, const char *source, int to, const char *target, int flags) {
    return fails_two(LINK, from, source, to, target) ? -1 : NEXT(linkat)(from, source, to, target, flags);
}

int unlink(const char *path) { return fails_at(UNLINK, AT_FDCWD, path) ? -1 : NEXT(unlink)(path); }
int rmdir(const char *path) { return fails_at(UNLINK, AT_FDCWD, path) ? -1 : NEXT(rmdir)(path); }
int mkdir(const char *path, mode_t mode) { return fails_at(MKDIR, AT_FDCWD, path) ? -1 : NEXT(mkdir)(path, mode); }

int unlinkat(int directory, const char *path, int flags) {
    return fails_at(UNLINK, directory, path) ? -1 : NEXT(unlinkat)(directory, path, flags);
}

int mkdirat(int directory, const char *path, mode_t mode) {
    return fails_at(MKDIR, directory, path) ? -1 : NEXT(mkdirat)(directory, path, mode);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && control != NULL) time->tv_sec += control->shift;
    return result;
}
