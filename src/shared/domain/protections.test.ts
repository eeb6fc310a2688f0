import { expect, test } from 'vitest';
import { DEFAULT_PROMISES, promisesFrom, promisesText } from './desk-queues.ts';
import { type Protections, WEAKENING_KINDS, weakenedBy, weakenedTo } from './protections.ts';
import { DEFAULT_RECOVERY, recoveryFrom, recoveryText } from './recovery.ts';

const NOW: Protections = {
  requiresSecondFactor: true,
  bankChangeHoldHours: 72,
  disclosesAccounts: false,
  retentionMonths: 24,
  dealRecordsMonths: 84,
  correctionLimitDollars: 500,
  writeOffLimitDollars: 5000,
  fundingLimitDollars: 25_000,
  checksCash: true,
  staffIdleMinutes: 9,
};

test('DESK-92 each protection is made weaker in one direction only', () => {
  expect(weakenedBy(NOW, NOW)).toEqual([]);
  expect(weakenedBy(NOW, { bankChangeHoldHours: 96, dealRecordsMonths: 120 })).toEqual([]);
  expect(weakenedBy(NOW, { bankChangeHoldHours: 71, retentionMonths: 24 })).toEqual(['bankChangeHoldHours']);
  const weak = { ...NOW, requiresSecondFactor: false, disclosesAccounts: true };
  expect(weakenedBy(NOW, weak)).toEqual(['requiresSecondFactor', 'disclosesAccounts']);
  expect(weakenedBy(weak, NOW)).toEqual([]);
});

test('DESK-92 what is asked for makes exactly one protection weaker', () => {
  // What is asked for is a smaller number, except of the limits.
  const askedFor = (kind: (typeof WEAKENING_KINDS)[number]) => (kind.startsWith('raise') ? 25_001 : 0);
  const changes = WEAKENING_KINDS.map((kind) => weakenedBy(NOW, weakenedTo(kind, askedFor(kind))));
  expect(changes.flat().toSorted()).toEqual(Object.keys(NOW).toSorted());
  expect(changes.every(({ length }) => length === 1)).toBe(true);
});

test('DESK-90 what the fields write is read again as the same', () => {
  const recovery = { ...DEFAULT_RECOVERY, Collections: 35, Default: 0 };
  expect(recoveryText(recovery)).toBe('Collections 35; Default 0');
  expect(recoveryFrom(recoveryText(recovery))).toEqual(recovery);
  expect(recoveryText(DEFAULT_RECOVERY)).toBe('');
  const promises = { ...DEFAULT_PROMISES, invites: 48, lines: null, watchlist: 'same day' } as const;
  expect(promisesFrom(promisesText(promises))).toEqual(promises);
  expect(promisesText(DEFAULT_PROMISES)).toBe('');
});
