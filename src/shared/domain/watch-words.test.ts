import { expect, test } from 'vitest';
import { REFUSAL_CODES } from './deal-standing.ts';
import { returnCodeWords } from './return-codes.ts';
import { pacePercent, type WatchedReason, watchWords } from './watch-words.ts';

const NOTHING = { code: null, missed: null, pacePercent: null, isOfAllDebits: false };
const words = (watched: Partial<WatchedReason> & Pick<WatchedReason, 'reason'>) =>
  watchWords({ ...NOTHING, ...watched }, 'Collections');

test('SCHED-07 each reason in a few words, with its figure', () => {
  expect(words({ reason: 'status' })).toBe('Collections');
  expect(words({ reason: 'refused', code: 'R02' })).toBe('R02 account closed');
  expect(words({ reason: 'missed', missed: 3 })).toBe('3 debits missed in a row');
  expect(words({ reason: 'slow', pacePercent: 55 })).toBe('paid 55% of the last 20 debits');
  expect(words({ reason: 'slow', pacePercent: 55, isOfAllDebits: true })).toBe(
    'paid 55% of its debits so far',
  );
  expect(words({ reason: 'paused' })).toBe('paused');
  expect(words({ reason: 'modified' })).toBe('terms modified');
});

test('SCHED-07 every refusal has words, and a code that is not known is shown as it is', () => {
  for (const code of REFUSAL_CODES) expect(returnCodeWords(code)).toMatch(new RegExp(`^${code} \\w`));
  expect(returnCodeWords('R99')).toBe('R99');
});

test('SCHED-07 a pace under the limit never reads as the limit', () => {
  expect(pacePercent({ cleared: 74_99n, asked: 100_00n })).toBe(74);
  expect(pacePercent({ cleared: 75_00n, asked: 100_00n })).toBe(75);
  expect(pacePercent({ cleared: 0n, asked: 100_00n })).toBe(0);
  expect(pacePercent({ cleared: 120_00n, asked: 100_00n })).toBe(100);
});
