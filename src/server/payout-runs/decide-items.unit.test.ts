import { expect, test } from 'vitest';
import { itemsOfWithdrawals } from './decide-items.ts';

const ASKED = new Date('2026-11-10T12:00:00Z');
const LATER = new Date('2026-11-12T12:00:00Z');

const outcomeTo = (accountNumberLast4: string, changedAt: Date, askedLast4: string | null) => {
  const names = { bankName: 'First Bank', holderName: 'Allegheny', accountNumberLast4, changedAt };
  const sendTo = { ...names, accountType: 'checking', holderKind: 'business' } as const;
  const due = { withdrawalId: 1n, syndicateId: 2n, amount: 500n, posted: 900n, askedAt: ASKED };
  const [item] = itemsOfWithdrawals(
    [{ ...due, askedLast4, sendTo, isChanging: false, isRefusing: false }],
    [],
  );
  return [item?.outcome, item?.reason];
};

test('RUN-12 security rule: a withdrawal goes to no account that is later than the request, also where a system asked and named none', () => {
  const before = new Date('2026-11-01T12:00:00Z');
  for (const asked of ['7890', null]) {
    expect(outcomeTo('7890', before, asked)).toEqual(['in file', '']);
    expect(outcomeTo('7890', LATER, asked)).toEqual(['blocked', 'other account']);
  }
  expect(outcomeTo('1111', before, '7890')).toEqual(['blocked', 'other account']);
});
