import { expect, test } from 'vitest';
import {
  DEAL_STATUSES,
  isDealStatus,
  isExcludedFromBalance,
  SUBMISSION_STATUSES,
  statusTone,
} from './deal-status.ts';

test('CALC-05 only Write-off and Complete with discount are left out of the balance', () => {
  expect(DEAL_STATUSES.filter(isExcludedFromBalance)).toEqual(['Write-off', 'Complete with discount']);
});

test('every deal status has a tone', () => {
  const withTone = (tone: string) => DEAL_STATUSES.filter((status) => statusTone(status) === tone);
  expect(withTone('good')).toEqual(['Active Advance']);
  expect(withTone('watch')).toEqual(['Payment Temporarily Suspended', 'Payment Modified', 'Partial Payment']);
  expect(withTone('bad')).toEqual(['Collections', 'Referred To Legal', 'Default', 'Write-off']);
  expect(withTone('closed')).toEqual([
    'Settled',
    'Early Pay Discount',
    'Advance Completed',
    'Cancelled',
    'Complete with discount',
  ]);
});

test('a submission stage, or any other text, is not a deal status', () => {
  expect(DEAL_STATUSES.every(isDealStatus)).toBe(true);
  expect([...SUBMISSION_STATUSES, 'write-off', '', 'toString'].some(isDealStatus)).toBe(false);
});
