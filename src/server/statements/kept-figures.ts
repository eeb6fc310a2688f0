import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { date, money, percent } from '../../shared/contract/value-codecs.ts';
import { CASH_ENTRY_KINDS } from '../../shared/domain/cash-account.ts';
import { PRINCIPAL_METHODS, STATUS_GROUPS, type StatementFigures } from '../../shared/domain/statements.ts';

const count = z.int();
const words = z.nullable(z.string());

const parties = z.strictObject({
  funderName: z.string(),
  syndicateName: z.string(),
  street: words,
  city: words,
  state: words,
  zipCode: words,
  contactPerson: words,
  payDays: z.array(count),
  managementFeePercent: percent,
  syndicationFeePercent: percent,
});

const balance = z.strictObject({
  opening: money,
  openingDeals: count,
  added: money,
  addedDeals: count,
  collected: money,
  payDates: count,
  writtenOff: money,
  writtenOffDeals: count,
  closing: money,
  closingDeals: count,
});

const deal = { mid: z.string(), merchantName: z.string() };
const method = z.enum(PRINCIPAL_METHODS);

const month = z.strictObject({
  kind: z.literal('month'),
  from: date,
  to: date,
  parties,
  balance,
  payDates: z.array(
    z.strictObject({ payDate: date, deals: count, gross: money, managementFee: money, netPay: money }),
  ),
  newDeals: z.array(z.strictObject({ ...deal, cost: money, partRtr: money, syndicationFee: money })),
  writtenOff: z.array(z.strictObject({ ...deal, amount: money, status: z.string() })),
  fees: z.strictObject({ management: money, syndication: money }),
  method,
  principal: money,
  income: money,
  loss: money,
  cash: z.nullable(
    z.strictObject({
      opening: money,
      movements: z.array(z.strictObject({ kind: z.enum(CASH_ENTRY_KINDS), count, amount: money })),
      closing: money,
    }),
  ),
  byStatus: z.array(z.strictObject({ group: z.enum(STATUS_GROUPS), deals: count, balance: money })),
});

const sums = {
  collected: money,
  managementFee: money,
  syndicationFee: money,
  netPay: money,
  principal: money,
  income: money,
  loss: money,
};

const year = z.strictObject({
  kind: z.literal('year'),
  from: date,
  to: date,
  parties,
  method,
  balance,
  months: z.array(z.strictObject({ ...sums, month: date })),
  deals: z.array(z.strictObject({ ...sums, ...deal, cost: money })),
  total: z.strictObject(sums),
});

const figuresCodec = z.discriminatedUnion('kind', [month, year]);

/**
 * Figures as they are kept: JSON with its names in order and amounts as decimals, so that equal figures are equal texts. A figure that
 * the form above does not list is refused instead of being left out.
 */
export const keptFigures = (figures: StatementFigures): string =>
  canonical(z.encode(figuresCodec, figures as z.output<typeof figuresCodec>));

export const figuresFrom = (text: string): StatementFigures =>
  z.decode(figuresCodec, JSON.parse(text) as z.input<typeof figuresCodec>);

/** In hex digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * What has to be different for a new version. A merchant or a syndicate that is called otherwise now, or pays fees otherwise from now on, changes
 * nothing about a month that is over.
 */
export const comparedText = (figures: StatementFigures): string => {
  const { parties: _, ...rest } = JSON.parse(keptFigures(figures)) as Record<string, unknown>;
  return JSON.stringify(rest, (name, value: unknown) => (name === 'merchantName' ? undefined : value));
};

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
