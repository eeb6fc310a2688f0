import { afterEach, vi } from 'vitest';

// Files share a process. A clock or a function that a test leaves replaced would stop the files after it, and the limit on a test's
// time could not end them, because it needs the clock as well.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
