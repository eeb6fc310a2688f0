import { type Cents, formatMoney } from '../../../src/shared/domain/money.ts';
import type { Random } from '../random.ts';
import type { MerchantAccount } from './merchant-account.ts';

/** Most merchants that default do so between the third and the sixth month, and always well before the end. */
const FIRST_DAY = 55;
const LAST_DAY = 125;
const LATEST_PART_OF_TERM = 0.72;

export function defaultAndCollect({ account, random }: { account: MerchantAccount; random: Random }): void {
  const { termDays, paymentFrequency } = account.contract;
  const daysPerDebit = paymentFrequency === 'DAILY' ? 1 : 5;
  const goodDays = Math.min(random.int(FIRST_DAY, LAST_DAY), Math.floor(termDays * LATEST_PART_OF_TERM));
  debitTimes(account, Math.floor(goodDays / daysPerDebit));
  if (account.isOver) return;
  if (random.chance(0.5)) account.changeStatus('Partial Payment', 'Debits returned');
  debitTimes(account, Math.ceil(random.int(6, 12) / daysPerDebit), 0.5);
  debitTimes(account, Math.ceil(random.int(4, 6) / daysPerDebit), 1);
  account.wait(random.int(3, 6));
  account.changeStatus('Default', `Debits returned, balance ${formatMoney(account.balance)}`);
  account.wait(random.int(2, 8));
  account.changeStatus('Collections', 'Handed to collections');
  collect(account, random);
}

function debitTimes(account: MerchantAccount, times: number, returnChance?: number): void {
  for (let debit = 0; debit < times && !account.isOver; debit += 1)
    account.debit(returnChance === undefined ? {} : { returnChance });
}

type Ending = 'settlement' | 'lawsuit' | 'write-off' | 'installments';

function collect(account: MerchantAccount, random: Random): void {
  const ending = random.weighted<Ending>([
    ['settlement', 30],
    ['lawsuit', 25],
    ['write-off', 25],
    ['installments', 20],
  ]);
  const owed = account.balance;
  // A settlement pays more than collection would have, which is why it was accepted.
  const percent = ending === 'settlement' ? random.int(32, 55) : random.int(16, 40);
  const recovered = (owed * BigInt(percent)) / 100n;
  account.wait(random.int(8, 25));
  if (ending === 'settlement') {
    receiveIn(account, random, recovered, random.int(1, 4), 10);
    if (!account.isOver)
      account.changeStatus('Settled', `${formatMoney(recovered)} accepted for ${formatMoney(owed)}`);
    return;
  }
  if (ending === 'lawsuit') {
    account.changeStatus('Referred To Legal', 'Confession of judgment filed');
    account.wait(random.int(20, 45));
  }
  receiveIn(account, random, recovered, random.int(4, 9), ending === 'installments' ? 15 : 11);
  if (ending === 'installments') return;
  account.wait(random.int(60, 110));
  account.changeStatus('Write-off', `${formatMoney(account.balance)} not collectible`);
}

/** Uneven payments, some weeks apart, that add up to the total. */
function receiveIn(
  account: MerchantAccount,
  random: Random,
  total: Cents,
  times: number,
  daysApart: number,
): void {
  let left = total;
  for (let turn = times; turn > 0; turn -= 1) {
    const even = left / BigInt(turn);
    const amount = turn === 1 ? left : (even * BigInt(random.int(60, 130))) / 100n;
    account.receive(
      random.weighted([
        ['WIRE', 3],
        ['CHECK', 1],
        ['ACH', 2],
      ]),
      amount,
    );
    left -= amount;
    account.wait(random.int(daysApart - 4, daysApart + 6));
  }
}
