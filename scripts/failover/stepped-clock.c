/*
 * Preloaded into the processes of one database node, whose clock is then ahead of or behind the machine's by as many seconds as the
 * file STEPPED_CLOCK says at that moment. The monotonic clock goes on as before, as it does when a machine's clock is stepped.
 * (libfaketime 0.9.10 breaks the sleep of Python 3.11.)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *seconds;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_clock(void) {
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  const char *name = getenv("STEPPED_CLOCK");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) seconds = shared;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  if (!real_clock_gettime) open_clock();
  int result = real_clock_gettime(clock, now);
  if (result == 0 && seconds && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *seconds;
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec precise;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
