import { lastFourOf } from '../../../src/shared/domain/bank-account.ts';
import { type Book, officeTime } from '../book.ts';
import type { Random } from '../random.ts';
import { BANK_BRANDS } from '../words/names.ts';
import type { Funder } from './funder.ts';

interface BankNumbers {
  readonly accountNumber: string;
  readonly routingNumber: string;
}

/** A syndicate's numbers as the database stores them: encrypted for that syndicate's account only. */
export type SealNumbers = (
  account: { tenantId: string; syndicateId: bigint },
  numbers: BankNumbers,
) => { accountNumberCipher: Buffer; routingNumberCipher: Buffer; keyId: string };

/** The payout accounts. A syndicate that has not bought anything yet has not provided one. */
export function bankAccountsBook(
  { tenantId, openedOn, syndicates }: Funder,
  random: Random,
  seal: SealNumbers,
): Book {
  const paid = syndicates.filter(({ profile }) => profile.presence > 0);
  // Of one account nobody has said its type yet, so that there is one to ask about.
  const untold = paid.find(({ profile }) => profile.cash === undefined)?.profile;
  return {
    syndicateBankAccounts: paid.map(({ id: syndicateId, profile }) => {
      const own = random.fork(Number(syndicateId));
      const numbers = drawNumbers(own);
      return {
        tenantId,
        syndicateId,
        bankName: own.pick(BANK_BRANDS),
        ...seal({ tenantId, syndicateId }, numbers),
        accountNumberLast4: lastFourOf(numbers.accountNumber),
        routingNumberLast4: lastFourOf(numbers.routingNumber),
        changedAt: officeTime(openedOn, 60),
        accountType: profile === untold ? null : ('checking' as const),
        holderKind: profile === untold ? null : ('business' as const),
      };
    }),
  };
}

/** Routing numbers from 80 up were for traveler's checks: they are valid, but belong to no bank. */
function drawNumbers(random: Random): BankNumbers {
  const first = `80${random.int(100_000, 999_999)}`;
  const sum = [...first].reduce(
    (total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0),
    0,
  );
  return {
    accountNumber: String(random.int(1_000_000_000, 9_999_999_999)),
    routingNumber: `${first}${(10 - (sum % 10)) % 10}`,
  };
}
