/* A disk whose every fsync takes five milliseconds longer, as in a laboratory's old computer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait_5_ms(void) {
    struct timespec span = {0, 5000000};
    nanosleep(&span, 0);
}

int fsync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    wait_5_ms();
    return real(file);
}

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    wait_5_ms();
    return real(file);
}
