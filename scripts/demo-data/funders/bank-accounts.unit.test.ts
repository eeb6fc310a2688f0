import { expect, test } from 'vitest';
import { isAccountNumber, isRoutingNumber } from '../../../src/shared/domain/bank-account.ts';
import { calendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { createIds } from '../book.ts';
import { createRandom } from '../random.ts';
import { bankAccountsBook, type SealNumbers } from './bank-accounts.ts';
import { openFunder } from './funder.ts';
import { DEMO_FUNDERS } from './funders.ts';

test('OPS-06 PROFILE-04 whoever is paid has a bank account with numbers that could be one’s, the newcomer none', () => {
  const numbers: Parameters<SealNumbers>[1][] = [];
  const seal: SealNumbers = (_, sealed) => {
    numbers.push(sealed);
    const cipher = Buffer.from('sealed');
    return { accountNumberCipher: cipher, routingNumberCipher: cipher, keyId: 'key' };
  };
  for (const profile of DEMO_FUNDERS) {
    const funder = openFunder(profile, createIds(), calendarDate('2024-06-03'));
    const book = bankAccountsBook(funder, createRandom('banks'), seal);
    const newcomers = profile.syndicates.filter(({ presence }) => presence === 0);
    expect(Array.from(book.syndicateBankAccounts ?? [])).toHaveLength(
      profile.syndicates.length - newcomers.length,
    );
  }
  expect(numbers).toHaveLength(11);
  expect(numbers.filter(({ accountNumber }) => !isAccountNumber(accountNumber))).toEqual([]);
  expect(numbers.filter(({ routingNumber }) => !isRoutingNumber(routingNumber))).toEqual([]);
});
