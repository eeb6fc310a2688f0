import { expect, test } from 'vitest';
import {
  ALWAYS_TOLD_KINDS,
  isAlwaysTold,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  namesOfKinds,
} from './notifications.ts';

test('TELL-01 each kind begins as the requirement says', () => {
  expect(NOTIFICATION_KINDS.map((kind) => [kind, NOTIFICATIONS[kind].byDefault])).toEqual([
    ['payout_paid', 'daily'],
    ['payout_returned', 'now'],
    ['statement_ready', 'now'],
    ['document_published', 'now'],
    ['new_deal', 'now'],
    ['watchlist', 'daily'],
    ['request_answered', 'now'],
  ]);
});

test('TELL-02 nothing that is always told can be chosen', () => {
  expect(ALWAYS_TOLD_KINDS.every(isAlwaysTold)).toBe(true);
  expect(NOTIFICATION_KINDS.some(isAlwaysTold)).toBe(false);
});

test('TELL-06 kinds are named in the order of the profile', () => {
  expect(namesOfKinds([])).toBe('');
  expect(namesOfKinds(['watchlist'])).toBe('Watchlist');
  expect(namesOfKinds(['watchlist', 'payout_paid'])).toBe('Payout paid and Watchlist');
  expect(namesOfKinds(['request_answered', 'watchlist', 'payout_paid'])).toBe(
    'Payout paid, Watchlist and Request answered',
  );
});
