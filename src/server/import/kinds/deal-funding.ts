import { isDealStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { RowRefusal } from '../row-refusal.ts';

const FUNDING = [
  'funded_date',
  'funded_amount',
  'payback_amount',
  'payment',
  'payment_frequency',
  'term_days',
  'factor_rate',
] as const;

const INCOMPLETE = 'is missing: the columns of a funding are all there or none';

type Funding = { [C in (typeof FUNDING)[number]]?: unknown } & {
  status: string;
  funded_amount?: Cents | null | undefined;
  payback_amount?: Cents | null | undefined;
};

type Fault = readonly [column: string, message: string];

/** Columns that a file leaves out may be stored already: then only what it does say can be checked. */
export const faultsOfFunding = (row: Funding): Fault[] =>
  FUNDING.some((column) => row[column] === undefined) ? faultsOfPart(row) : faultsOfWhole(row);

/** What is wrong with a row that says everything about the funding of its deal. */
function faultsOfWhole(row: Funding): Fault[] {
  const missing = FUNDING.filter((column) => row[column] == null);
  const isFunded = missing.length < FUNDING.length;
  const words = isFunded ? 'is of a deal that is not funded' : 'is of a funded deal, whose columns are empty';
  return [
    ...(isFunded ? missing.map((column) => [column, INCOMPLETE] as const) : []),
    ...(isFunded === isDealStatus(row.status) ? [] : [['status', words] as const]),
    ...amountFaults(row),
  ];
}

function faultsOfPart(row: Funding): Fault[] {
  const isFunded = FUNDING.some((column) => row[column] != null);
  const empty = isFunded ? FUNDING.filter((column) => row[column] === null) : [];
  return [...empty.map((column) => [column, INCOMPLETE] as const), ...amountFaults(row)];
}

const amountFaults = ({ funded_amount, payback_amount }: Funding): Fault[] =>
  funded_amount != null && payback_amount != null && payback_amount < funded_amount
    ? [['payback_amount', 'is less than the funded amount']]
    : [];

/** A deal that is new, or not funded yet, has nothing stored that could complete the row. */
export function requireWholeFunding(row: Funding): void {
  for (const [column, message] of faultsOfWhole(row)) throw new RowRefusal(column, message);
}
