import { isAccountNumber, isRoutingNumber } from './bank-account.ts';
import type { AccountType } from './payout-runs.ts';

/** What a bank says is right about an account. Null where it says nothing about it, or nothing that could be used. */
export interface Corrected {
  accountNumber: string | null;
  routingNumber: string | null;
  accountType: AccountType | null;
}

interface NoticeCode {
  words: string;
  /** Where each part is in the 29 characters of corrected data: its first position, counted from 0, and its length. */
  account?: readonly [number, number];
  routing?: readonly [number, number];
  type?: readonly [number, number];
}

/** The codes of notifications of change that the ACH rules define for credits. */
const CODES: Readonly<Record<string, NoticeCode>> = {
  C01: { words: 'Account number is wrong', account: [0, 17] },
  C02: { words: 'Routing number is wrong', routing: [0, 9] },
  C03: { words: 'Routing number and account number are wrong', routing: [0, 9], account: [12, 17] },
  C04: { words: 'Name is wrong' },
  C05: { words: 'Account type is wrong', type: [0, 2] },
  C06: { words: 'Account number and account type are wrong', account: [0, 17], type: [20, 2] },
  C07: {
    words: 'Routing number, account number and account type are wrong',
    routing: [0, 9],
    account: [9, 17],
    type: [26, 2],
  },
  C08: { words: 'Routing number of a foreign bank is wrong' },
  C09: { words: 'Identification number is wrong' },
  C13: { words: 'An addenda record has a wrong format' },
  C14: { words: 'The class of an international entry is wrong' },
};

export const isNoticeCode = (code: string): boolean => Object.hasOwn(CODES, code);

export const noticeInWords = (code: string): string => CODES[code]?.words ?? 'Something else is wrong';

/** Which parts a notice with this code corrects. */
export function partsOf(code: string): Readonly<Record<keyof Corrected, boolean>> {
  const { account, routing, type } = CODES[code] ?? {};
  return { accountNumber: !!account, routingNumber: !!routing, accountType: !!type };
}

/** Reads the corrected data of a notice, as it stands in the bank's file. */
export function readCorrected(code: string, data: string): Corrected {
  const { account, routing, type } = CODES[code] ?? {};
  const part = (place: readonly [number, number] | undefined) =>
    place ? data.slice(place[0], place[0] + place[1]).replace(/[\s-]/g, '') : '';
  const accountNumber = part(account);
  const routingNumber = part(routing);
  return {
    accountNumber: isAccountNumber(accountNumber) ? accountNumber : null,
    routingNumber: isRoutingNumber(routingNumber) ? routingNumber : null,
    accountType: typeOf(part(type)),
  };
}

/** The first digit of a transaction code says what kind of account it is for. */
function typeOf(transactionCode: string): AccountType | null {
  if (/^2\d$/.test(transactionCode)) return 'checking';
  return /^3\d$/.test(transactionCode) ? 'savings' : null;
}

/** Whether a notice says everything that its code is about, so that it can be applied. */
export const isComplete = (code: string, said: Readonly<Record<keyof Corrected, unknown>>): boolean => {
  const parts = partsOf(code);
  const keys = Object.keys(parts) as (keyof Corrected)[];
  return keys.some((key) => parts[key]) && keys.every((key) => parts[key] === (said[key] !== null));
};
