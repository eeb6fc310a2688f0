import { expect, test } from 'vitest';
import { Refusal } from './errors.ts';
import { createFairQueue, type Turn } from './fair-queue.ts';

/** A queue whose work ends when the test says so, and the order in which it began. */
function openQueue({ atOnce = 1, longest = 4 } = {}) {
  let time = 0;
  const queue = createFairQueue({ atOnce, longest, now: () => time });
  const [begun, refused] = [[] as string[], [] as string[]];
  const running: (() => void)[] = [];
  const ask = (name: string, turn: Turn) =>
    void queue
      .inTurn(turn, () => {
        begun.push(name);
        return new Promise<void>((resolve) => running.push(resolve));
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(Refusal);
        expect(error).toMatchObject({ code: 'server_busy', status: 503, retryAfterSeconds: 5 });
        refused.push(name);
      });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    queue,
    begun,
    refused,
    settle,
    known: (name: string, device = name) => ask(name, { isKnown: true, visitor: device }),
    unknown: (name: string, address = name) => ask(name, { isKnown: false, visitor: address }),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    async endAll() {
      for (;;) {
        await settle();
        const end = running.shift();
        if (!end) return;
        end();
      }
    },
  };
}

test('LOGIN-23 a known device goes before everybody who waits on a new one', async () => {
  const { begun, known, unknown, endAll } = openQueue();
  for (const name of ['a', 'b', 'c']) unknown(name);
  known('the owner');
  await endAll();
  expect(begun).toEqual(['a', 'the owner', 'b', 'c']);
});

test('LOGIN-23 one address waits behind itself, and not others behind it', async () => {
  const { begun, unknown, endAll } = openQueue({ longest: 8 });
  for (const name of ['x1', 'x2', 'x3', 'x4']) unknown(name, 'x');
  unknown('y1', 'y');
  unknown('z1', 'z');
  await endAll();
  expect(begun).toEqual(['x1', 'x2', 'y1', 'z1', 'x3', 'x4']);
});

test('LOGIN-23 a full line refuses, and whoever has most places in it loses the last one to a new visitor', async () => {
  const { begun, refused, unknown, endAll } = openQueue({ longest: 4 });
  for (const name of ['x0', 'x1', 'x2', 'x3', 'x4', 'x5']) unknown(name, 'x');
  unknown('y1', 'y');
  unknown('z1', 'z');
  unknown('w1', 'w');
  unknown('v1', 'v');
  await endAll();
  expect(refused).toEqual(['x5', 'x4', 'x3', 'x2', 'v1']);
  expect(begun).toEqual(['x0', 'x1', 'y1', 'z1', 'w1']);
});

test('LOGIN-23 a line that is full of strangers still takes known devices', async () => {
  const { begun, refused, known, unknown, endAll } = openQueue({ longest: 4 });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) unknown(name);
  known('the owner');
  await endAll();
  expect(refused).toEqual(['f', 'g']);
  expect(begun.slice(0, 2)).toEqual(['a', 'the owner']);
});

test('LOGIN-23 the load is how many wait, and falls slowly once they are gone', async () => {
  const { queue, unknown, endAll, pass } = openQueue({ longest: 8 });
  expect(queue.load()).toBe(0);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) unknown(name);
  expect(queue.load()).toBe(8);
  await endAll();
  expect(queue.load()).toBe(8);
  pass(10_000);
  expect(queue.load()).toBe(4);
  pass(30_000);
  expect(queue.load()).toBe(0);
});

test('LOGIN-23 work that fails gives its place to the next', async () => {
  const { queue, begun, unknown, endAll } = openQueue();
  const failing = queue.inTurn({ isKnown: false, visitor: 'x' }, () => Promise.reject(new Error('broken')));
  unknown('next');
  await expect(failing).rejects.toThrow('broken');
  await endAll();
  expect(begun).toEqual(['next']);
});

test('LOGIN-23 known devices, however many, let one of the others through after eight', async () => {
  const { begun, known, unknown, endAll } = openQueue({ longest: 20 });
  known('first');
  for (let index = 0; index < 12; index += 1) known(`known ${index}`);
  unknown('a stranger');
  await endAll();
  expect(begun.indexOf('a stranger')).toBe(9);
});
