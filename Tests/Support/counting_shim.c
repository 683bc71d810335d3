// SPDX-License-Identifier: MIT
//
// Counts chosen calls of the C library, and their bytes, in a process that loads this library with LD_PRELOAD; see call_counts.py.
//
// Each process adds to a file of its own, named by its pid, which other processes read at any time. LD_COUNTING_FOLDER names the folder:
// the supervisor passes only variables with some prefixes to the processes of an app, and LD_ is one of them.
//
// Calls that the C library makes inside itself are not seen, such as the writes of stdio and the futexes that threads wait at.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

// call_counts.py has the names, in this order.
enum counter {
    READS, READ_BYTES, RECEIVED_BYTES,  // Of sockets, pipes and files without a position; the last: of sockets only.
    WRITES, WRITTEN_BYTES, SENT_BYTES,
    POLLS, EPOLL_CHANGES,
    POSITIONED_READS, POSITIONED_READ_BYTES,
    POSITIONED_WRITES, POSITIONED_WRITTEN_BYTES, PAGES,
    SYNCS, GETPIDS, OTHERS,  // Others: locks of files, tests for files, timers.
    ALLOCATIONS, ALLOCATED_BYTES,
    COUNTERS
};

enum { PAGE = 4096 };

// What is counted before the file is mapped, and in a process without a folder.
static _Atomic uint64_t early[COUNTERS];
static _Atomic(_Atomic uint64_t *) counters = early;
static char folder[PATH_MAX];

static void add(enum counter counter, uint64_t number) {
    _Atomic uint64_t *place = atomic_load_explicit(&counters, memory_order_acquire);
    atomic_fetch_add_explicit(place + counter, number, memory_order_relaxed);
}

// Maps the file of this process; one that has begun another program with exec continues its file.
static void map(void) {
    char path[PATH_MAX + 24];
    snprintf(path, sizeof path, "%s/%ld", folder, syscall(SYS_getpid));
    int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    void *memory = MAP_FAILED;
    if (syscall(SYS_ftruncate, file, (long)sizeof early) == 0) {
        memory = mmap(NULL, sizeof early, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    syscall(SYS_close, file);
    if (memory != MAP_FAILED) atomic_store_explicit(&counters, (_Atomic uint64_t *)memory, memory_order_release);
}

// A child of fork would add to its parent's file.
static void map_in_child(void) {
    atomic_store(&counters, early);
    memset((void *)early, 0, sizeof early);
    map();
}

__attribute__((constructor)) static void begin(void) {
    const char *value = getenv("LD_COUNTING_FOLDER");
    if (value == NULL || strlen(value) >= sizeof folder) return;
    strcpy(folder, value);
    map();
    for (int counter = 0; counter < COUNTERS && counters != early; counter++) add(counter, atomic_exchange(&early[counter], 0));
    pthread_atfork(NULL, NULL, map_in_child);
}

// Threads that look a function up at the same time find the same one.
#define NEXT(name)                                                                                     \
    ({                                                                                                 \
        static void *_Atomic found;                                                                    \
        if (atomic_load_explicit(&found, memory_order_relaxed) == NULL) found = dlsym(RTLD_NEXT, #name); \
        (__typeof__(&name))found;                                                                      \
    })

static int is_socket(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISSOCK(status.st_mode);
}

// Sockets are read and written with the calls for files too.
static ssize_t moved(enum counter bytes, enum counter of_sockets, int file, ssize_t result) {
    if (result <= 0) return result;
    add(bytes, result);
    if (is_socket(file)) add(of_sockets, result);
    return result;
}

#define READING(result, name, parameters, ...)                                              \
    result name parameters {                                                                \
        add(READS, 1);                                                                      \
        return moved(READ_BYTES, RECEIVED_BYTES, file, NEXT(name)(file, __VA_ARGS__));      \
    }
READING(ssize_t, read, (int file, void *bytes, size_t count), bytes, count)
READING(ssize_t, readv, (int file, const struct iovec *parts, int count), parts, count)
READING(ssize_t, recv, (int file, void *bytes, size_t count, int flags), bytes, count, flags)
READING(ssize_t, recvmsg, (int file, struct msghdr *message, int flags), message, flags)
READING(ssize_t, recvfrom, (int file, void *restrict bytes, size_t count, int flags, struct sockaddr *restrict from, socklen_t *restrict length),
        bytes, count, flags, from, length)

#define WRITING(result, name, parameters, ...)                                              \
    result name parameters {                                                                \
        add(WRITES, 1);                                                                     \
        return moved(WRITTEN_BYTES, SENT_BYTES, file, NEXT(name)(file, __VA_ARGS__));       \
    }
WRITING(ssize_t, write, (int file, const void *bytes, size_t count), bytes, count)
WRITING(ssize_t, writev, (int file, const struct iovec *parts, int count), parts, count)
WRITING(ssize_t, send, (int file, const void *bytes, size_t count, int flags), bytes, count, flags)
WRITING(ssize_t, sendmsg, (int file, const struct msghdr *message, int flags), message, flags)
WRITING(ssize_t, sendto, (int file, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length),
        bytes, count, flags, to, length)

// The C library's own versions of these read and write inside it.
int eventfd_read(int file, eventfd_t *value) {
    return read(file, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int file, eventfd_t value) {
    return write(file, &value, sizeof value) == sizeof value ? 0 : -1;
}

#define COUNTED(counter, name, parameters, ...)                                             \
    int name parameters {                                                                   \
        add(counter, 1);                                                                    \
        return NEXT(name)(__VA_ARGS__);                                                     \
    }
COUNTED(POLLS, poll, (struct pollfd *files, nfds_t count, int timeout), files, count, timeout)
COUNTED(POLLS, ppoll, (struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask), files, count, timeout, mask)
COUNTED(POLLS, epoll_wait, (int set, struct epoll_event *events, int count, int timeout), set, events, count, timeout)
COUNTED(POLLS, epoll_pwait, (int set, struct epoll_event *events, int count, int timeout, const sigset_t *mask), set, events, count, timeout, mask)
COUNTED(EPOLL_CHANGES, epoll_ctl, (int set, int operation, int file, struct epoll_event *event), set, operation, file, event)
COUNTED(SYNCS, fsync, (int file), file)
COUNTED(SYNCS, fdatasync, (int file), file)
COUNTED(OTHERS, access, (const char *path, int mode), path, mode)
COUNTED(OTHERS, timerfd_settime, (int timer, int flags, const struct itimerspec *time, struct itimerspec *former), timer, flags, time, former)

// An argument that is a number is passed in the register of a pointer.
#define CONTROLLING(name)                                                                   \
    int name(int file, int command, ...) {                                                  \
        va_list rest;                                                                       \
        va_start(rest, command);                                                            \
        void *argument = va_arg(rest, void *);                                              \
        va_end(rest);                                                                       \
        add(OTHERS, 1);                                                                     \
        return NEXT(name)(file, command, argument);                                         \
    }
CONTROLLING(fcntl)
CONTROLLING(fcntl64)

pid_t getpid(void) {
    add(GETPIDS, 1);
    return syscall(SYS_getpid);
}

#define READING_AT(name, offset)                                                            \
    ssize_t name(int file, void *bytes, size_t count, offset place) {                       \
        add(POSITIONED_READS, 1);                                                           \
        ssize_t result = NEXT(name)(file, bytes, count, place);                             \
        if (result > 0) add(POSITIONED_READ_BYTES, result);                                 \
        return result;                                                                      \
    }
READING_AT(pread, off_t)
READING_AT(pread64, off64_t)

#define WRITING_AT(name, offset)                                                            \
    ssize_t name(int file, const void *bytes, size_t count, offset place) {                 \
        add(POSITIONED_WRITES, 1);                                                          \
        ssize_t result = NEXT(name)(file, bytes, count, place);                             \
        if (result > 0) {                                                                   \
            add(POSITIONED_WRITTEN_BYTES, result);                                          \
            add(PAGES, (result + PAGE - 1) / PAGE);                                         \
        }                                                                                   \
        return result;                                                                      \
    }
WRITING_AT(pwrite, off_t)
WRITING_AT(pwrite64, off64_t)

// The C library's own names of its allocator: dlsym may allocate, and would be called again for that.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void allocated(size_t size) {
    add(ALLOCATIONS, 1);
    add(ALLOCATED_BYTES, size);
}

void *malloc(size_t size) {
    allocated(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocated(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocated(size);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocated(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    allocated(size);
    void *found = __libc_memalign(alignment, size);
    if (found == NULL) return ENOMEM;
    *memory = found;
    return 0;
}
