import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../../../src/shared/domain/money.ts';
import type { Random } from '../random.ts';
import { defaultAndCollect } from './default-life.ts';
import type { MerchantAccount } from './merchant-account.ts';

/** What happens to a deal, given enough time. */
export type Fate =
  | 'paid'
  | 'renewed'
  | 'defaulted'
  | 'discounted'
  | 'modified'
  | 'suspended'
  | 'slipped'
  | 'rescinded';

interface Life {
  readonly account: MerchantAccount;
  readonly random: Random;
}

/** Makes scheduled debits until that part of the payback is collected. */
function payUntil({ account }: Life, paidIn = 1, part = 1): void {
  while (!account.isOver && account.paidIn < paidIn) account.debit({ part });
}

const lives: Readonly<Record<Exclude<Fate, 'renewed'>, (life: Life) => void>> = {
  paid: payInFull,
  defaulted: defaultAndCollect,
  discounted: payEarlyAtADiscount,
  modified: payLessForAWhile,
  suspended: pausePayments,
  slipped: fallBehindAndRecover,
  rescinded: sendTheMoneyBack,
};

/** Simulates the deal to its end or to the book's last day. Returns the day on which it was renewed, if it was. */
export function live(fate: Fate, life: Life): CalendarDate | null {
  if (fate === 'renewed') return payUntilRenewal(life);
  lives[fate](life);
  return null;
}

function payInFull(life: Life): void {
  payUntil(life);
  closeIfPaid(life, 'Paid in full');
}

function closeIfPaid({ account }: Life, reason: string): void {
  if (account.balance === 0n) account.changeStatus('Advance Completed', reason);
}

function payUntilRenewal(life: Life): CalendarDate | null {
  const { account, random } = life;
  payUntil(life, random.between(0.5, 0.7));
  account.wait(random.int(1, 3));
  if (account.isOver) return null;
  const balance = formatMoney(account.balance);
  account.receive('RENEWAL', account.balance);
  closeIfPaid(life, `Balance of ${balance} paid off from the proceeds of the renewal`);
  return account.today;
}

function payEarlyAtADiscount(life: Life): void {
  const { account, random } = life;
  payUntil(life, random.between(0.45, 0.8));
  account.wait(random.int(1, 4));
  if (account.isOver) return;
  const percent = BigInt(random.int(86, 94));
  const agreed = (account.balance * percent) / 100n;
  const installments = random.int(1, 3);
  account.changeStatus(
    'Early Pay Discount',
    `${formatMoney(agreed)} agreed for a balance of ${formatMoney(account.balance)}`,
  );
  account.changeTerms('paused', 0n, 'The agreed amount comes by wire');
  let left = agreed;
  for (let turn = installments; turn > 0 && !account.isOver; turn -= 1) {
    account.wait(random.int(4, 7));
    const amount = left / BigInt(turn);
    account.receive('WIRE', amount);
    left -= amount;
  }
  if (!account.isOver) account.changeStatus('Complete with discount', 'Agreed amount received');
}

function payLessForAWhile(life: Life): void {
  const { account, random } = life;
  payUntil(life, random.between(0.2, 0.55));
  if (account.isOver) return;
  const part = random.pick([0.5, 0.6, 0.7]);
  const payment = account.partOfPayment(part);
  const lowered = `Reconciliation: payment lowered to ${formatMoney(payment)}`;
  account.changeStatus('Payment Modified', lowered);
  account.changeTerms('modified', payment, lowered);
  payUntil(life, account.paidIn + random.between(0.12, 0.2), part);
  if (!account.isOver) {
    account.changeStatus('Active Advance', 'Contract payment resumed');
    account.changeTerms('modified', account.contract.payment, 'Contract payment resumed');
  }
  payInFull(life);
}

function pausePayments(life: Life): void {
  const { account, random } = life;
  payUntil(life, random.between(0.15, 0.75));
  if (account.isOver) return;
  const reason = random.pick([
    'Bank account change',
    'Storm damage, store closed',
    'Seasonal closing',
    'Card processor switch',
  ]);
  account.changeStatus('Payment Temporarily Suspended', reason);
  account.changeTerms('paused', 0n, reason);
  account.wait(random.int(10, 22));
  if (!account.isOver) {
    account.changeStatus('Active Advance', 'Payments resumed');
    account.changeTerms('resumed', account.contract.payment, 'Payments resumed');
  }
  payInFull(life);
}

function fallBehindAndRecover(life: Life): void {
  const { account, random } = life;
  payUntil(life, random.between(0.2, 0.8));
  if (account.isOver) return;
  account.changeStatus('Partial Payment', 'Debits returned, merchant pays what it can');
  const debits = account.contract.paymentFrequency === 'DAILY' ? random.int(12, 25) : random.int(4, 7);
  for (let debit = 0; debit < debits && !account.isOver; debit += 1)
    account.debit({ part: 0.5, returnChance: 0.35 });
  if (!account.isOver) account.changeStatus('Active Advance', 'Back on schedule');
  payInFull(life);
}

function sendTheMoneyBack({ account, random }: Life): void {
  account.wait(random.int(2, 4));
  account.receive('WIRE', account.balance);
  if (account.balance === 0n) account.changeStatus('Cancelled', 'Merchant rescinded and returned the funds');
}
