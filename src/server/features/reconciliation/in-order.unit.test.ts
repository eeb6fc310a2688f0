import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('BOOK-01 a part that fails ends the comparison: what is under way is waited for, and nothing else is begun', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = [30, 5, 10, 10].map((ms, index) => async () => {
    begun.push(index);
    await setTimeout(ms);
    if (index === 1) throw new Error('the second one');
    ended.push(index);
    return index;
  });
  await expect(inOrder(work, 2)).rejects.toThrow('the second one');
  expect({ begun, ended }).toEqual({ begun: [0, 1], ended: [0] });
});

test('BOOK-01 results are in the order of the work, however long each takes', async () => {
  const work = [20, 1, 10].map((ms, index) => () => setTimeout(ms, index));
  const told: string[] = [];
  expect(await inOrder(work, 2, (done, of) => told.push(`${done} of ${of}`))).toEqual([0, 1, 2]);
  expect(told).toEqual(['1 of 3', '2 of 3', '3 of 3']);
});
