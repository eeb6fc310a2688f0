import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, formatMoney, sumMoney } from '../../shared/domain/money.ts';
import type {
  MonthlyFigures,
  StatementFigures,
  YearlyFigures,
  YearlySums,
} from '../../shared/domain/statements.ts';
import type { Difference } from '../ledger/difference.ts';
import type { Tx } from '../platform/db/database.ts';
import { findCauses } from './causes.queries.ts';
import { changesBetween } from './changes-between.ts';
import { dueMonth, readProgress } from './due-months.ts';
import { keyOfPeriod, type NewestVersion, readNewest } from './freeze.ts';
import { comparedText, figuresFrom, hashOf } from './kept-figures.ts';
import { monthBefore, yearOf } from './periods.ts';
import { readBooks } from './read-figures.ts';

/** So many months back statements are compared every night. */
const RECENT = 2;

/**
 * What is wrong with the recent statements of some syndicates: figures that do not add up, a text that is not what was hashed, and what the ledger
 * says otherwise without anything having been recorded since. What was recorded since is the next run's to make a new version of.
 */
export async function findStatementDifferences(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
): Promise<Difference[]> {
  const progress = await readProgress(tx, tenantId);
  if (!progress?.through) return [];
  let first = dueMonth(progress.today);
  for (let count = 1; count < RECENT; count += 1) first = monthBefore(first);
  // A year that ended with one of these months is read with all of its own.
  const from = yearOf(first) < yearOf(dueMonth(progress.today)) ? yearOf(first) : first;
  const found = await compareKept(tx, tenantId, syndicateIds, { from, comparedFrom: first });
  return found.filter(({ isExplained }) => !isExplained).map(({ difference }) => difference);
}

export interface FoundDifference {
  difference: Difference;
  /** Something was recorded since, so that a new version is due. */
  isExplained: boolean;
}

/** Compares the newest versions from a day on with themselves and, of periods that begin by `comparedFrom` or later, with the ledger. */
export async function compareKept(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { from, comparedFrom }: { from: CalendarDate; comparedFrom: CalendarDate },
): Promise<FoundDifference[]> {
  const newest = await readNewest(tx, tenantId, syndicateIds, { from, to: calendarDate('9999-12-31') });
  if (newest.size === 0) return [];
  const kept = [...newest.values()].map((version) => ({ version, figures: figuresFrom(version.figures) }));
  const found: FoundDifference[] = [];
  const tell = (version: NewestVersion, expected: Record<string, unknown>, actual: Record<string, unknown>) =>
    found.push({ difference: differenceOf(version, expected, actual), isExplained: false });
  const byKey = new Map(kept.map((each) => [keyOfPeriod(each.version), each.figures]));
  for (const { version, figures } of kept) {
    const hash = hashOf(version.figures);
    if (hash !== version.sha256) tell(version, { sha256: version.sha256 }, { sha256: hash });
    for (const [what, [expected, actual]] of Object.entries(identitiesOf(figures)))
      if (expected !== actual)
        tell(version, { [what]: formatMoney(expected) }, { [what]: formatMoney(actual) });
    if (figures.kind === 'year')
      for (const [what, [expected, actual]] of Object.entries(twelveOf(version.syndicateId, figures, byKey)))
        if (expected !== actual)
          tell(version, { [what]: formatMoney(expected) }, { [what]: formatMoney(actual) });
  }
  const compared = kept.filter(
    ({ figures }) => figures.from >= comparedFrom || (figures.kind === 'year' && figures.to >= comparedFrom),
  );
  found.push(...(await compareWithLedger(tx, tenantId, compared)));
  return found;
}

async function compareWithLedger(
  tx: Tx,
  tenantId: string,
  compared: readonly { version: NewestVersion; figures: StatementFigures }[],
): Promise<FoundDifference[]> {
  if (compared.length === 0) return [];
  const first = compared
    .map(({ figures }) => figures.from)
    .reduce((one, other) => (one < other ? one : other));
  const last = compared.map(({ figures }) => figures.to).reduce((one, other) => (one > other ? one : other));
  const syndicateIds = [...new Set(compared.map(({ version }) => version.syndicateId))];
  const months = { first, last: calendarDate(`${last.slice(0, 7)}-01`) };
  const books = await readBooks(tx, tenantId, syndicateIds, months);
  const bySyndicate = new Map(books.map((book) => [book.syndicateId, book]));
  const found: FoundDifference[] = [];
  for (const { version, figures } of compared) {
    const book = bySyndicate.get(version.syndicateId);
    if (!book) continue;
    const now = figures.kind === 'month' ? book.month(figures.from) : book.year(figures.from);
    if (comparedText(now) === comparedText(figures)) continue;
    const causes = await findCauses(tx, {
      tenantId,
      syndicateId: version.syndicateId,
      to: figures.to,
      madeAt: version.madeAt,
      method: { before: figures.method, now: now.method },
    });
    const changes = changesBetween(figures, now);
    found.push({
      difference: differenceOf(
        version,
        Object.fromEntries(changes.map(({ what, after }) => [what, after])),
        Object.fromEntries(changes.map(({ what, before }) => [what, before])),
      ),
      isExplained: causes.length > 0,
    });
  }
  return found;
}

const differenceOf = (
  { syndicateId, kind, periodStart, version }: NewestVersion,
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
): Difference => ({
  where: 'statements',
  key: { syndicate_id: Number(syndicateId), [kind]: periodStart, version },
  expected,
  actual,
});

type Pairs = Record<string, [expected: Cents, actual: Cents]>;

/** What has to be equal within one statement. */
function identitiesOf(figures: StatementFigures): Pairs {
  const { opening, added, collected, writtenOff, closing } = figures.balance;
  const balance: Pairs = { 'closing balance': [opening + added - collected - writtenOff, closing] };
  return figures.kind === 'month'
    ? { ...balance, ...identitiesOfMonth(figures) }
    : { ...balance, ...identitiesOfYear(figures) };
}

function identitiesOfMonth({
  balance,
  payDates,
  fees,
  principal,
  income,
  newDeals,
  writtenOff,
  byStatus,
  cash,
}: MonthlyFigures): Pairs {
  const sum = (amounts: readonly Cents[]) => sumMoney(amounts);
  return {
    'gross of the pay dates': [balance.collected, sum(payDates.map(({ gross }) => gross))],
    'fees of the pay dates': [fees.management, sum(payDates.map(({ managementFee }) => managementFee))],
    'principal and income': [sum(payDates.map(({ netPay }) => netPay)), principal + income],
    'RTR of the new deals': [balance.added, sum(newDeals.map(({ partRtr }) => partRtr))],
    'written off by deal': [balance.writtenOff, sum(writtenOff.map(({ amount }) => amount))],
    'balance by status': [balance.closing, sum(byStatus.map((group) => group.balance))],
    ...(cash && {
      'closing cash': [cash.opening + sum(cash.movements.map(({ amount }) => amount)), cash.closing],
    }),
  };
}

const SUMS: readonly (keyof YearlySums)[] = [
  'collected',
  'managementFee',
  'syndicationFee',
  'netPay',
  'principal',
  'income',
  'loss',
];

const identitiesOfYear = ({ total, months, deals, balance }: YearlyFigures): Pairs => ({
  'collected of the year': [balance.collected, total.collected],
  ...Object.fromEntries(
    SUMS.flatMap((name): [string, [Cents, Cents]][] => [
      [`${name} of the months`, [total[name], sumMoney(months.map((month) => month[name]))]],
      [`${name} of the deals`, [total[name], sumMoney(deals.map((deal) => deal[name]))]],
    ]),
  ),
});

/** The year against the kept statements of its months; a month from before there were statements is left out. */
function twelveOf(
  syndicateId: bigint,
  year: YearlyFigures,
  kept: ReadonlyMap<string, StatementFigures>,
): Pairs {
  const pairs: Pairs = {};
  for (const sums of year.months) {
    const month = kept.get(keyOfPeriod({ syndicateId, kind: 'month', periodStart: sums.month }));
    if (month?.kind !== 'month') continue;
    Object.assign(pairs, {
      [`collected in ${sums.month}`]: [month.balance.collected, sums.collected],
      [`principal in ${sums.month}`]: [month.principal, sums.principal],
      [`income in ${sums.month}`]: [month.income, sums.income],
      [`loss in ${sums.month}`]: [month.loss, sums.loss],
      [`management fee in ${sums.month}`]: [month.fees.management, sums.managementFee],
      [`syndication fee in ${sums.month}`]: [month.fees.syndication, sums.syndicationFee],
    });
  }
  return pairs;
}

/** The first kept period of each kind; null where nothing is kept. */
export async function readFirstKept(tx: Tx, tenantId: string): Promise<CalendarDate | null> {
  const { rows } = await sql<{ first: string | null }>`
    select min(period_start)::text as first from statements where tenant_id = ${tenantId}::uuid`.execute(tx);
  const first = rows[0]?.first;
  return first ? calendarDate(first) : null;
}

/** Versions of any age whose text is not what was hashed. */
export async function findChangedTexts(tx: Tx, tenantId: string): Promise<Difference[]> {
  const { rows } = await sql<{
    syndicateId: bigint;
    kind: string;
    start: string;
    version: number;
    kept: string;
    made: string;
  }>`
    select syndicate_id, kind, period_start::text as start, version, sha256 as kept, made from statements
    cross join lateral (select encode(sha256(convert_to(figures, 'UTF8')), 'hex') as made) hash
    where tenant_id = ${tenantId}::uuid and made <> sha256
    order by syndicate_id, period_start, version limit 1000`.execute(tx);
  return rows.map(({ syndicateId, kind, start, version, kept, made }) => ({
    where: 'statements',
    key: { syndicate_id: Number(syndicateId), [kind]: start, version },
    expected: { sha256: kept },
    actual: { sha256: made },
  }));
}
