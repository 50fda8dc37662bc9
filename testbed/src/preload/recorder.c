/* Writes down, in order, what a program does to the files of one folder: every write with its bytes, every change of a
 * length or of a name, every fsync. recording.rs reads it.
 *
 * RECORDED_FOLDER names the folder, RECORDED_LOG the file to write to. A write stands in the log when it has been done and
 * before the program goes on; an fsync stands there before it is done. So whatever a program made durable before it told
 * somebody stands in the log before they hear of it, and no write is taken for durable that came after its fsync began.
 *
 * SQLite's index of the write-ahead log (-shm) is shared memory, made anew after a crash, and left out. Calls that SQLite
 * does not make (pwritev, mapped writing) are not known here: the scenario compares what was written down with the files. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(result, name, ...) ((result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

enum { OPEN = 1, CREATE, WRITE, RESIZE, SYNC, SYNC_FOLDER, UNLINK, RENAME };
enum { MOST_FILES = 1 << 16 };

struct head {
    uint32_t kind;
    uint32_t length;
    uint64_t file;
    int64_t offset;
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folder_length;
static int book = -1;
/* Which files are ours, and for folders their names. */
static char is_ours[MOST_FILES];
static char *folders[MOST_FILES];

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("RECORDED_LOG");
    folder = getenv("RECORDED_FOLDER");
    if (!path || !folder) {
        folder = 0;
        return;
    }
    folder_length = strlen(folder);
    book = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* The path below the folder, or nothing for other people's files. */
static const char *below(const char *path) {
    if (!folder || book < 0 || !path || strncmp(path, folder, folder_length)) return 0;
    path += folder_length;
    if (*path == '/') path++;
    else if (*path) return 0;
    size_t length = strlen(path);
    return length >= 4 && !strcmp(path + length - 4, "-shm") ? 0 : path;
}

static void put(uint32_t kind, uint64_t file, int64_t offset, const void *bytes, size_t length) {
    struct head head = {kind, (uint32_t)length, file, offset};
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)bytes, length}};
    /* A recording with a gap would prove nothing. */
    if (syscall(SYS_writev, book, parts, 2) != (long)(sizeof head + length)) abort();
}

static int ours(int file) { return file >= 0 && file < MOST_FILES && is_ours[file]; }

static uint64_t number_of(int file) {
    struct stat about;
    return fstat(file, &about) ? 0 : about.st_ino;
}

static void forget(int file) {
    if (file < 0 || file >= MOST_FILES) return;
    is_ours[file] = 0;
    free(folders[file]);
    folders[file] = 0;
}

static int opening(const char *path, int flags, mode_t mode) {
    int (*real)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    const char *name = below(path);
    if (!name) {
        int file = real(AT_FDCWD, path, flags, mode);
        forget(file);
        return file;
    }
    pthread_mutex_lock(&turn);
    int was_there = !access(path, F_OK);
    int file = real(AT_FDCWD, path, flags, mode);
    forget(file);
    struct stat about;
    if (file >= 0 && file < MOST_FILES && !fstat(file, &about)) {
        is_ours[file] = 1;
        if (S_ISDIR(about.st_mode)) {
            folders[file] = strdup(name);
        } else {
            put(was_there ? OPEN : CREATE, about.st_ino, 0, name, strlen(name));
            if (flags & O_TRUNC) put(RESIZE, about.st_ino, 0, 0, 0);
        }
    }
    pthread_mutex_unlock(&turn);
    return file;
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPENING(name)                                  \
    int name(const char *path, int flags, ...) {       \
        va_list rest;                                  \
        va_start(rest, flags);                         \
        mode_t mode = mode_of(flags, rest);            \
        va_end(rest);                                  \
        return opening(path, flags, mode);             \
    }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                                                             \
    int name(int at, const char *path, int flags, ...) {                                             \
        va_list rest;                                                                                \
        va_start(rest, flags);                                                                       \
        mode_t mode = mode_of(flags, rest);                                                          \
        va_end(rest);                                                                                \
        if (at == AT_FDCWD || *path == '/') return opening(path, flags, mode);                        \
        int (*real)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        int file = real(at, path, flags, mode);                                                      \
        forget(file);                                                                                \
        return file;                                                                                 \
    }
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int file) {
    forget(file);
    return REAL(int, "close", int)(file);
}

#define WRITING_AT(name)                                                                     \
    ssize_t name(int file, const void *bytes, size_t length, off_t offset) {                 \
        ssize_t (*real)(int, const void *, size_t, off_t) =                                  \
            (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, #name);          \
        if (!ours(file)) return real(file, bytes, length, offset);                           \
        pthread_mutex_lock(&turn);                                                           \
        ssize_t done = real(file, bytes, length, offset);                                    \
        if (done > 0) put(WRITE, number_of(file), offset, bytes, (size_t)done);              \
        pthread_mutex_unlock(&turn);                                                         \
        return done;                                                                         \
    }
WRITING_AT(pwrite)
WRITING_AT(pwrite64)

ssize_t write(int file, const void *bytes, size_t length) {
    ssize_t (*real)(int, const void *, size_t) = REAL(ssize_t, "write", int, const void *, size_t);
    if (!ours(file)) return real(file, bytes, length);
    pthread_mutex_lock(&turn);
    ssize_t done = real(file, bytes, length);
    if (done > 0) put(WRITE, number_of(file), lseek(file, 0, SEEK_CUR) - done, bytes, (size_t)done);
    pthread_mutex_unlock(&turn);
    return done;
}

#define RESIZING(name)                                                          \
    int name(int file, off_t length) {                                          \
        int (*real)(int, off_t) = REAL(int, #name, int, off_t);                 \
        if (!ours(file)) return real(file, length);                             \
        pthread_mutex_lock(&turn);                                              \
        int done = real(file, length);                                          \
        if (!done) put(RESIZE, number_of(file), length, 0, 0);                  \
        pthread_mutex_unlock(&turn);                                            \
        return done;                                                            \
    }
RESIZING(ftruncate)
RESIZING(ftruncate64)

#define SYNCING(name)                                                                             \
    int name(int file) {                                                                          \
        if (ours(file)) {                                                                         \
            pthread_mutex_lock(&turn);                                                            \
            if (folders[file]) put(SYNC_FOLDER, 0, 0, folders[file], strlen(folders[file]));      \
            else put(SYNC, number_of(file), 0, 0, 0);                                             \
            pthread_mutex_unlock(&turn);                                                          \
        }                                                                                         \
        return REAL(int, #name, int)(file);                                                       \
    }
SYNCING(fsync)
SYNCING(fdatasync)

int unlink(const char *path) {
    int (*real)(const char *) = REAL(int, "unlink", const char *);
    const char *name = below(path);
    if (!name) return real(path);
    pthread_mutex_lock(&turn);
    int done = real(path);
    if (!done) put(UNLINK, 0, 0, name, strlen(name));
    pthread_mutex_unlock(&turn);
    return done;
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = REAL(int, "rename", const char *, const char *);
    const char *old = below(from), *new = below(to);
    if (!old || !new) return real(from, to);
    pthread_mutex_lock(&turn);
    int done = real(from, to);
    if (!done) {
        size_t first = strlen(old) + 1, length = first + strlen(new);
        char *names = malloc(length + 1);
        memcpy(names, old, first);
        strcpy(names + first, new);
        put(RENAME, 0, 0, names, length);
        free(names);
    }
    pthread_mutex_unlock(&turn);
    return done;
}
