import { parseArgs } from 'node:util';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, formatMoney } from '../../shared/domain/money.ts';
import { type AskedCorrection, correctPayment, type PaymentCorrection } from '../ledger/correct-payment.ts';
import type { Tx } from '../platform/db/database.ts';
import { undone } from '../platform/db/undone.ts';
import { listPaymentsCommand } from './book.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  oneOf,
  parseAmount,
  parseDay,
  print,
  requireText,
  UsageError,
} from './command.ts';

const correctCommand: Command = {
  about: 'corrects a payment that was posted by mistake',
  usage:
    'payments correct <reference> --tenant <name> --reason <text> [--amount <1250.00> [--date <YYYY-MM-DD>]] [--dry-run]',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        reason: { type: 'string' },
        amount: { type: 'string' },
        date: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    });
    const [, reference, ...more] = positionals;
    if (reference === undefined || more.length > 0)
      throw new UsageError('payments correct takes the reference of one payment.');
    const asked: AskedCorrection = {
      reference,
      reason: requireText('--reason', values.reason),
      instead: insteadOf(values),
    };
    const isDryRun = values['dry-run'] === true;
    const correct = (tx: Tx, tenantId: string) => correctPayment(tx, tenantId, asked, commandLineOperator());
    const correction = await inTenant(values.tenant, (tx, tenantId) =>
      isDryRun ? undone(tx, () => correct(tx, tenantId)) : correct(tx, tenantId),
    );
    printCorrection(correction, isDryRun);
  },
};

export const paymentsCommand = oneOf('payments', { list: listPaymentsCommand, correct: correctCommand });

function insteadOf({ amount, date }: { amount?: string; date?: string }): AskedCorrection['instead'] {
  if (amount === undefined) {
    if (date !== undefined)
      throw new UsageError('--date needs --amount: without one, the payment is voided.');
    return null;
  }
  return { amount: parseNewAmount(amount), date: parseDay('--date', date) ?? null };
}

function parseNewAmount(text: string): Cents {
  const words = '--amount expects an amount such as 1250.00. Without --amount the payment is voided.';
  const amount = parseAmount(text, words);
  if (amount === 0n) throw new UsageError(words);
  return amount;
}

function printCorrection(correction: PaymentCorrection, isDryRun: boolean): void {
  const { payment, replacement, mid, dealStatus, payoutChanges, isRepeated } = correction;
  const what = (one: typeof payment) =>
    `${one.reference}, ${formatMoney(one.amount)} of deal ${mid}, cleared on ${formatDate(one.clearedDate)}`;
  print(`Voided: ${what(payment)}`);
  if (replacement) print(`Posted: ${what(replacement)}`);
  for (const { payDate, syndicateCount, netPay } of payoutChanges)
    print(
      `Payout of ${formatDate(payDate)}: ${formatMoney(netPay)} for ${syndicateCount} ${syndicateCount === 1 ? 'syndicate' : 'syndicates'}`,
    );
  print(`The deal is '${dealStatus}'.`);
  if (isDryRun) print('This is a dry run: nothing was changed.');
  else if (isRepeated) print('The payment had been corrected in this way before: nothing was changed.');
}
