import { parseArgs } from 'node:util';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { type TermsChange, WEEKDAYS } from '../../shared/domain/deal-terms.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { PAYMENT_FREQUENCIES, type PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { changeTerms, sayTerms } from '../ledger/change-terms.ts';
import { listTerms } from '../ledger/listed-terms.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  parseAmount,
  parseDay,
  print,
  requireOneArgument,
  requireText,
  UsageError,
} from './command.ts';
import { printTable } from './print-table.ts';

export const setTermsCommand: Command = {
  about: 'records what a funded deal asks of its merchant from a day on',
  usage: [
    'deals set-terms <MID> --tenant <name> --reason <text> --payment <amount> [--frequency daily|weekly] [--weekday <day>] [--from <date>] [--first-debit <date>]',
    'deals set-terms <MID> --tenant <name> --reason <text> --pause [--from <date>]',
    'deals set-terms <MID> --tenant <name> --reason <text> --resume [--from <date>] [--first-debit <date>]',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        reason: { type: 'string' },
        payment: { type: 'string' },
        frequency: { type: 'string' },
        weekday: { type: 'string' },
        from: { type: 'string' },
        'first-debit': { type: 'string' },
        pause: { type: 'boolean' },
        resume: { type: 'boolean' },
      },
    });
    const mid = requireOneArgument('deals set-terms takes the MID of one deal', positionals.slice(1));
    const asked = {
      mid,
      reason: requireText('--reason', values.reason),
      change: changeOf(values),
      payment:
        values.payment === undefined
          ? undefined
          : parseAmount(values.payment, '--payment expects an amount, such as 350.00.'),
      frequency: parseFrequency(values.frequency),
      weekday: parseWeekday(values.weekday),
      effectiveDate: parseDay('--from', values.from),
      firstDebitDate: parseDay('--first-debit', values['first-debit']),
    };
    const terms = await inTenant(values.tenant, (tx, tenantId) =>
      changeTerms(tx, tenantId, asked, commandLineOperator()),
    );
    print(`The terms of ${mid}: ${sayTerms(terms)}.`);
  },
};

export const listTermsCommand: Command = {
  about: 'lists the terms that a funded deal has had, in the order in which they were recorded',
  usage: 'deals terms <MID> --tenant <name>',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    const mid = requireOneArgument('deals terms takes the MID of one deal', positionals.slice(1));
    const terms = await inTenant(values.tenant, (tx, tenantId) => listTerms(tx, tenantId, mid));
    printTable(
      ['from', 'payment', 'frequency', 'weekday', 'first debit', 'change', 'reason', 'recorded by'],
      terms.map((each) => [
        formatDate(each.effectiveDate),
        toDecimalString(each.payment),
        each.frequency.toLowerCase(),
        each.weekday === null ? '' : (WEEKDAYS[each.weekday - 1] ?? ''),
        each.firstDebitDate === null ? '' : formatDate(each.firstDebitDate),
        each.change,
        each.note,
        each.recordedBy ?? '',
      ]),
    );
  },
};

function changeOf({
  pause,
  resume,
}: {
  pause?: boolean | undefined;
  resume?: boolean | undefined;
}): TermsChange {
  if (pause && resume) throw new UsageError('deals set-terms takes --pause or --resume, not both.');
  if (pause) return 'paused';
  return resume ? 'resumed' : 'modified';
}

function parseFrequency(text: string | undefined): PaymentFrequency | undefined {
  const found = PAYMENT_FREQUENCIES.find((frequency) => frequency.toLowerCase() === text);
  if (text !== undefined && !found) throw new UsageError('--frequency expects daily or weekly.');
  return found;
}

function parseWeekday(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const names: readonly string[] = WEEKDAYS;
  const place = names.indexOf(text.toLowerCase());
  if (place < 0) throw new UsageError(`--weekday expects one of ${WEEKDAYS.join(', ')}.`);
  return place + 1;
}
