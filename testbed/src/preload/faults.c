/* A disk and a clock that fail on demand. FAULTS_FOLDER names the folder whose files are concerned, FAULTS_FILE a file of
 * five numbers of 64 bits that whoever holds the test changes while the program runs (faults.rs):
 *
 *   0  errno of every write, or 0
 *   1  errno of every fsync, or 0
 *   2  bytes by which files may still grow, or -1 for no end; past them a write fails with ENOSPC
 *   3  milliseconds that every fsync takes longer
 *   4  milliseconds by which the clock of the day is wrong
 *
 * Memory that is mapped (SQLite's -shm) is written without a call and not concerned. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { WRITE, SYNC, SPACE, DELAY, SHIFT, NUMBERS };

static volatile int64_t *told;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS_FILE");
    folder = getenv("FAULTS_FOLDER");
    if (!path || !folder) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *map = mmap(0, NUMBERS * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) told = map;
}

/* Asked only while something is to fail. */
static int ours(int file) {
    char link[40], path[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return !strncmp(path, folder, strlen(folder));
}

/* Whether a write that ends there has to fail; sets errno. */
static int fails(int file, int64_t end) {
    if (!told || (!told[WRITE] && told[SPACE] < 0) || !ours(file)) return 0;
    if (told[WRITE]) {
        errno = (int)told[WRITE];
        return 1;
    }
    struct stat about;
    if (fstat(file, &about) || end <= about.st_size) return 0;
    int64_t growth = end - about.st_size;
    if (__atomic_sub_fetch(&told[SPACE], growth, __ATOMIC_SEQ_CST) >= 0) return 0;
    __atomic_add_fetch(&told[SPACE], growth, __ATOMIC_SEQ_CST);
    /* Healed meanwhile: an endless disk stays endless. */
    errno = ENOSPC;
    return 1;
}

#define WRITING_AT(name)                                                            \
    ssize_t name(int file, const void *bytes, size_t length, off_t offset) {        \
        ssize_t (*real)(int, const void *, size_t, off_t) =                         \
            (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, #name); \
        return fails(file, offset + (int64_t)length) ? -1 : real(file, bytes, length, offset); \
    }
WRITING_AT(pwrite)
WRITING_AT(pwrite64)

ssize_t write(int file, const void *bytes, size_t length) {
    ssize_t (*real)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (told && (told[WRITE] || told[SPACE] >= 0)) {
        off_t at = lseek(file, 0, SEEK_CUR);
        if (at >= 0 && fails(file, at + (int64_t)length)) return -1;
    }
    return real(file, bytes, length);
}

#define SYNCING(name)                                                    \
    int name(int file) {                                                 \
        int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, #name);        \
        if (told && told[DELAY] > 0) {                                   \
            struct timespec span = {told[DELAY] / 1000, told[DELAY] % 1000 * 1000000}; \
            nanosleep(&span, 0);                                         \
        }                                                                \
        if (told && told[SYNC] && ours(file)) {                          \
            errno = (int)told[SYNC];                                     \
            return -1;                                                   \
        }                                                                \
        return real(file);                                               \
    }
SYNCING(fsync)
SYNCING(fdatasync)

static int64_t shift(void) { return told ? told[SHIFT] : 0; }

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, now);
    if (!done && clock == CLOCK_REALTIME) {
        int64_t by = shift();
        now->tv_sec += by / 1000;
        now->tv_nsec += by % 1000 * 1000000;
        if (now->tv_nsec >= 1000000000) { now->tv_nsec -= 1000000000; now->tv_sec++; }
        if (now->tv_nsec < 0) { now->tv_nsec += 1000000000; now->tv_sec--; }
    }
    return done;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
