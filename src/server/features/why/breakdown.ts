import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { isOfDeals, type PartKind, type WhyFigure } from '../../../shared/domain/why-figures.ts';
import type { Tx } from '../../platform/db/database.ts';
import { agreeingShares, checksOf } from './checks.ts';
import { listDeals, sumDeals } from './deals.queries.ts';
import { type EntryFigure, listEntries, sumEntries } from './entries.queries.ts';
import { figureValue, type ReadBook, readFigures } from './figure-values.ts';
import { termsOf } from './terms.ts';

const PAGE_LENGTH = 25;

interface Asked {
  tenantId: string;
  syndicateId: bigint;
  figure: WhyFigure;
  payDate: CalendarDate | undefined;
  page: number | undefined;
}

/** A figure as its investor sees it, and everything that it is made of. */
export async function readBreakdown(tx: Tx, { tenantId, syndicateId, figure, ...asked }: Asked) {
  const book = await readFigures(tx, tenantId, syndicateId, asked.payDate);
  const parts = await partsOf(tx, book, figure, asked.page ?? 1);
  return {
    ...(await figureValue(tx, book, figure)),
    asOf: book.asOf,
    payDate: book.payDate,
    checks: await checksOf(tx, book, figure, parts),
    terms: await termsOf(tx, book, figure),
    parts,
  };
}

const NO_PART = {
  ...{ mid: null, merchantName: null, status: null, agrees: null },
  ...{ kind: null, on: null, payDate: null, words: null, recordedBy: null },
};

type Part = {
  [K in keyof typeof NO_PART]: K extends 'on' | 'payDate'
    ? CalendarDate | null
    : K extends 'agrees'
      ? boolean | null
      : string | null;
} & { amount: Cents };

interface Parts {
  kind: PartKind;
  rows: Part[];
  count: number;
  total: Cents;
  pageLength: number;
}

const ENTRY_FIGURES: readonly EntryFigure[] = ['cash-balance', 'cash-pending', 'contributed'];

async function partsOf(tx: Tx, book: ReadBook, figure: WhyFigure, page: number): Promise<Parts | null> {
  const slice = { limit: PAGE_LENGTH, offset: (page - 1) * PAGE_LENGTH };
  if (figure === 'cash-reserved') return reservationsOf(book);
  const entries = ENTRY_FIGURES.find((one) => one === figure);
  if (entries) {
    if (!book.account) return null;
    const rows = await listEntries(tx, entries, book, slice);
    return {
      kind: 'entries',
      rows: rows.map((row) => ({ ...NO_PART, ...row })),
      ...(await sumEntries(tx, entries, book)),
      pageLength: PAGE_LENGTH,
    };
  }
  // A count has no amounts, so the deals are told with what they cost.
  const ofDeals = figure === 'deal-count' ? 'investment-cost' : figure;
  if (!isOfDeals(ofDeals)) return null;
  const deals = await listDeals(tx, ofDeals, book, slice);
  const agreeing = await agreeingShares(tx, book.tenantId, deals);
  return {
    kind: 'deals',
    rows: deals.map(({ participationId, dealId: _, ...deal }) => ({
      ...NO_PART,
      ...deal,
      agrees: agreeing.get(participationId) ?? false,
    })),
    ...(await sumDeals(tx, ofDeals, book)),
    pageLength: PAGE_LENGTH,
  };
}

const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

const dayIn = (moment: Date): CalendarDate => calendarDate(NEW_YORK.format(moment));

/** They are few, so they are all on one page. */
function reservationsOf({ account }: ReadBook): Parts | null {
  if (!account) return null;
  const rows = account.reservations.map((reserved) => ({
    ...NO_PART,
    ...(reserved.kind === 'withdrawal'
      ? { on: dayIn(reserved.askedAt), words: reserved.reference }
      : { on: dayIn(reserved.acceptedAt), mid: reserved.mid, merchantName: reserved.merchantName }),
    kind: reserved.kind,
    amount: reserved.amount,
  }));
  return { kind: 'reservations', rows, count: rows.length, total: account.reserved, pageLength: PAGE_LENGTH };
}
