import { sql } from 'kysely';
import type { TermSign, WhyFigure } from '../../../shared/domain/why-figures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type FigureValue, figureValue, type ReadBook, toValue } from './figure-values.ts';

export interface Term extends FigureValue {
  sign: TermSign;
  figure: WhyFigure | null;
  label: string | null;
}

type Written = readonly [TermSign, WhyFigure];

const FORMULAS: Partial<Record<WhyFigure, readonly Written[]>> = {
  'posted-payouts': [
    ['plus', 'repayments'],
    ['minus', 'management-fees'],
  ],
  'paid-payouts': [
    ['plus', 'posted-payouts'],
    ['minus', 'upcoming-payouts'],
  ],
  'portfolio-return': [
    ['plus', 'portfolio-balance'],
    ['minus', 'net-investment'],
    ['plus', 'cash-balance'],
    ['over', 'net-investment'],
  ],
  'remaining-balance': [
    ['plus', 'anticipated-return'],
    ['minus', 'repayments'],
  ],
  'net-profit': [
    ['plus', 'posted-payouts'],
    ['minus', 'investment-cost'],
  ],
  'pay-date-net': [
    ['plus', 'pay-date-gross'],
    ['minus', 'pay-date-fee'],
  ],
  'cash-available': [
    ['plus', 'cash-balance'],
    ['minus', 'cash-reserved'],
  ],
  'total-value': [
    ['plus', 'returns-received'],
    ['plus', 'returns-on-its-way'],
    ['plus', 'net-balance'],
  ],
  'total-value-adjusted': [
    ['plus', 'returns-received'],
    ['plus', 'returns-on-its-way'],
    ['plus', 'expected-balance'],
  ],
  dpi: [
    ['plus', 'returns-received'],
    ['over', 'returns-cost'],
  ],
  rvpi: [
    ['plus', 'returns-on-its-way'],
    ['plus', 'net-balance'],
    ['over', 'returns-cost'],
  ],
  tvpi: [
    ['plus', 'total-value'],
    ['over', 'returns-cost'],
  ],
  'rvpi-adjusted': [
    ['plus', 'returns-on-its-way'],
    ['plus', 'expected-balance'],
    ['over', 'returns-cost'],
  ],
  'tvpi-adjusted': [
    ['plus', 'total-value-adjusted'],
    ['over', 'returns-cost'],
  ],
  'yearly-rate': [
    ['minus', 'returns-cost'],
    ['plus', 'total-value'],
  ],
  'yearly-rate-adjusted': [
    ['minus', 'returns-cost'],
    ['plus', 'total-value-adjusted'],
  ],
};

/** The figures that a figure is made of. */
export async function termsOf(tx: Tx, book: ReadBook, figure: WhyFigure): Promise<Term[]> {
  const terms: Term[] = [];
  for (const [sign, of] of formulaOf(book, figure)) {
    const value = await figureValue(tx, book, of);
    // Who has no cash account has no cash.
    if (of !== 'cash-balance' || value.amount !== null)
      terms.push({ sign, figure: of, label: null, ...value });
  }
  if (figure === 'investment-cost') terms.push(...(await partsOfCost(tx, book)));
  if (figure === 'expected-balance') terms.push(...recoveredBalances(book));
  return terms;
}

function formulaOf({ values }: ReadBook, figure: WhyFigure): readonly Written[] {
  if (figure !== 'net-investment') return FORMULAS[figure] ?? [];
  return (values.get('contributed')?.amount ?? null) === null
    ? [
        ['plus', 'investment-cost'],
        ['minus', 'posted-payouts'],
        ['plus', 'cash-balance'],
      ]
    : [['plus', 'contributed']];
}

/** Added up by itself, so that the parts do not hide a difference of the cost that is kept. */
async function sumUpfrontFees(tx: Tx, { tenantId, syndicateId }: ReadBook): Promise<bigint> {
  const { fees } = await tx
    .selectFrom('participations')
    .select(sql<bigint>`coalesce(sum(upfront_fee_cents), 0)::bigint`.as('fees'))
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirstOrThrow();
  return fees;
}

async function partsOfCost(tx: Tx, book: ReadBook): Promise<Term[]> {
  const amountOf = async (of: WhyFigure) => (await figureValue(tx, book, of)).amount ?? 0n;
  const [shares, commission] = [await amountOf('participation-amount'), await amountOf('commission')];
  const upfront = await sumUpfrontFees(tx, book);
  const plus = (figure: WhyFigure | null, label: string | null, amount: bigint): Term => ({
    ...{ sign: 'plus', figure, label },
    ...toValue('investment-cost', amount),
  });
  return [
    plus('participation-amount', null, shares),
    plus('commission', null, commission),
    ...(upfront === 0n ? [] : [plus(null, 'Fees paid upfront', upfront)]),
  ];
}

/** What is counted of the net balance of each status. */
const recoveredBalances = ({ returns }: ReadBook): Term[] =>
  (returns?.recovered ?? []).map(({ status, percent, counted }) => ({
    sign: 'plus',
    figure: null,
    label: percent === null ? status : `${status}, ${percent}%`,
    ...toValue('expected-balance', counted),
  }));
