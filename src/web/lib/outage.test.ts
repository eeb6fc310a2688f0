import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { onServerBack, PATIENCE_MS, readOutage, throughOutage, tryNow, waitBefore } from './outage.ts';

let isUp: boolean;
let attempts: string[] = [];

const ask = (name: string) => {
  const attempt = async () => {
    attempts.push(name);
    if (!isUp) throw ApiError.unreachable();
    return `answer to ${name}`;
  };
  return throughOutage(attempt, { isSending: name === 'command' });
};

/** Lets time pass, and what follows from it happen. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  isUp = true;
  // An outage that an earlier test has left ends with an answer.
  await ask('first');
  attempts = [];
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('SHELL-06 a call is tried again, later each time, until it is answered; the line appears and goes', async () => {
  isUp = false;
  const figures = ask('figures');
  await pass(600);
  expect(readOutage()).toBeNull();
  await pass(200);
  expect(readOutage()).toBe('reading');
  // At 1, 3, 7, 15 and 23 seconds.
  await pass(23_000);
  expect(attempts).toHaveLength(6);
  isUp = true;
  await pass(8_000);
  await expect(figures).resolves.toBe('answer to figures');
  expect(readOutage()).toBeNull();
});

test('SHELL-06 of many calls one is tried at a time, and when it is answered all others follow', async () => {
  isUp = false;
  const all = ['a', 'b', 'c', 'd'].map((name) => ask(name));
  await pass(3_500);
  expect(attempts).toEqual(['a', 'b', 'c', 'd', 'a', 'b']);
  isUp = true;
  await pass(4_000);
  await expect(Promise.all(all)).resolves.toHaveLength(4);
});

test('SHELL-06 what the user sent is said to be still tried', async () => {
  isUp = false;
  const both = [ask('figures'), ask('command')];
  await pass(1_000);
  expect(readOutage()).toBe('sending');
  isUp = true;
  tryNow();
  await Promise.all(both);
});

test('SHELL-06 the server’s Retry-After is kept, and chance spreads the browsers', () => {
  expect(waitBefore(0, undefined, 0)).toBe(1_000);
  expect(waitBefore(0, undefined, 1)).toBe(1_500);
  expect(waitBefore(0, 5, 0)).toBe(5_000);
  expect(waitBefore(0, 5, 1)).toBe(7_500);
  expect(waitBefore(9, 2, 0)).toBe(8_000);
  expect(waitBefore(0, 3600, 0)).toBe(30_000);
});

test('SHELL-06 after the limit the call fails and the page says so; an answer brings back what has failed', async () => {
  isUp = false;
  const back = vi.fn();
  onServerBack(back);
  const failed = expect(ask('figures')).rejects.toMatchObject({ code: 'unreachable' });
  await pass(PATIENCE_MS + 10_000);
  await failed;
  expect(readOutage()).toBe('given up');
  const count = attempts.length;
  await pass(PATIENCE_MS);
  expect(attempts).toHaveLength(count);
  isUp = true;
  await ask('deals');
  expect(readOutage()).toBeNull();
  expect(back).toHaveBeenCalledTimes(1);
});

test('SHELL-06 a call that its user gives up is not tried again, and the next one has its turn', async () => {
  isUp = false;
  const controller = new AbortController();
  const { signal } = controller;
  const download = throughOutage(
    async () => {
      attempts.push('download');
      throw ApiError.unreachable();
    },
    { signal },
  );
  const ended = expect(download).rejects.toMatchObject({ code: 'unreachable' });
  const figures = ask('figures');
  await pass(500);
  controller.abort();
  await ended;
  isUp = true;
  await pass(3_000);
  await expect(figures).resolves.toBe('answer to figures');
  expect(attempts.filter((name) => name === 'download')).toHaveLength(2);
});

test('SHELL-06 a refusal is an answer: it is not repeated, and others go on', async () => {
  isUp = false;
  let refusal = ApiError.unreachable();
  const refused = throughOutage(async () => {
    throw refusal;
  });
  const outcome = expect(refused).rejects.toMatchObject({ code: 'link_used' });
  const figures = ask('figures');
  await pass(500);
  refusal = ApiError.of('link_used');
  isUp = true;
  await pass(1_000);
  await outcome;
  await expect(figures).resolves.toBe('answer to figures');
});

test.each([
  [new ApiError('unexpected', 503, ''), true],
  [ApiError.notAnswering(502), true],
  [ApiError.notAnswering(504, 7), true],
  [ApiError.unreachable(), true],
  [new ApiError('server_busy', 503, ''), false],
  [new ApiError('bank_unavailable', 503, ''), false],
  [ApiError.of('unexpected'), false],
  [new ApiError('too_many_attempts', 429, ''), false],
])('SHELL-06 what counts as an outage: %o', (error, isOutage) => {
  expect(error.isOutage).toBe(isOutage);
});
