import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStanding } from '../../../shared/domain/deal-standing.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { readAsOf } from './as-of.ts';
import { workOutStandings } from './standing-facts.ts';
import { watchedShares } from './watched-shares.ts';

/** So many that the queries are few, and so few that their payments fit into memory. */
const BATCH_SIZE = 1_000;

/**
 * Every standing that is not what its deal's terms and payments say, as of the day that it names, and every share on the watchlist that
 * does not belong there. A standing that is to be brought to a later day yet is compared as of its own.
 */
export async function findStandingDifferences(
  tx: Tx,
  { tenantId, dealIds }: CheckScope,
  limit = 100,
): Promise<Difference[]> {
  const found: Difference[] = [];
  let stored: StoredStanding[] = [];
  do {
    stored = await readStored(tx, tenantId, dealIds, stored.at(-1)?.dealId ?? 0n);
    if (stored.length > 0) found.push(...(await compareBatch(tx, tenantId, stored)));
  } while (stored.length === BATCH_SIZE && found.length < limit);
  return found.slice(0, limit);
}

interface StoredStanding {
  dealId: bigint;
  asOf: string | null;
  expected: Cents;
  arrears: Cents;
  missed: number;
  paceCleared: Cents | null;
  paceAsked: Cents | null;
  contractPayoff: string | null;
  expectedPayoff: string | null;
  pacePayoff: string | null;
  reasons: DealStanding['reasons'];
}

/** Those that are worked out, a batch from the next deal on. */
async function readStored(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[] | null,
  after: bigint,
): Promise<StoredStanding[]> {
  const { rows } = await sql<StoredStanding>`
    select deal_id, as_of, expected_cents as expected, arrears_cents as arrears, missed_count as missed,
      pace_cleared_cents as pace_cleared, pace_asked_cents as pace_asked, contract_payoff, expected_payoff, pace_payoff, reasons
    from deal_standings
    where tenant_id = ${tenantId}::uuid and deal_id > ${after} and expected_cents is not null
      and (${dealIds}::bigint[] is null or deal_id = any(${dealIds}::bigint[]))
    order by deal_id limit ${BATCH_SIZE}`.execute(tx);
  return rows;
}

async function compareBatch(
  tx: Tx,
  tenantId: string,
  stored: readonly StoredStanding[],
): Promise<Difference[]> {
  const { clearingBankDays } = await readAsOf(tx, tenantId);
  const found: Difference[] = [];
  const expected = new Map<bigint, DealStanding>();
  // Usually all are as of one day; while the day is turned, of two.
  for (const date of new Set(stored.map(({ asOf }) => asOf))) {
    const dealIds = stored.filter(({ asOf }) => asOf === date).map(({ dealId }) => dealId);
    const asOf = { date: date === null ? null : calendarDate(date), clearingBankDays };
    for (const [dealId, standing] of await workOutStandings(tx, tenantId, dealIds, asOf))
      expected.set(dealId, standing);
  }
  for (const { dealId, asOf: _, ...kept } of stored) {
    const standing = expected.get(dealId);
    const told = standing && toldOf(standing);
    const actual = { ...kept, reasons: written(kept.reasons) };
    if (told && Object.entries(told).every(([name, value]) => actual[name as keyof typeof actual] === value))
      continue;
    found.push({ where: 'deal_standings', key: { deal_id: dealId }, expected: told ?? null, actual });
  }
  return [...found, ...(await compareWatched(tx, tenantId, stored, expected))];
}

const written = (reasons: DealStanding['reasons']): string =>
  reasons.map(({ reason, since, code }) => [reason, since ?? '', code ?? ''].join(' ').trim()).join(', ');

const toldOf = ({ pace, reasons, ...standing }: DealStanding) => ({
  ...standing,
  paceCleared: pace?.cleared ?? null,
  paceAsked: pace?.asked ?? null,
  reasons: written(reasons),
});

/** The shares of watched deals, as they should be and as they are kept. */
async function compareWatched(
  tx: Tx,
  tenantId: string,
  stored: readonly StoredStanding[],
  standings: ReadonlyMap<bigint, DealStanding>,
): Promise<Difference[]> {
  const watched = [...standings].map(([dealId, standing]) => ({ dealId, ...standing }));
  const { rows } = await sql<Omit<Difference, 'where'>>`
    with expected as (${watchedShares(tenantId, watched)}
    ), kept as (
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents
      from watched_participations
      where tenant_id = ${tenantId}::uuid and deal_id = any(${stored.map(({ dealId }) => dealId)}::bigint[])
    )
    select jsonb_build_object('participation_id', participation_id) as key,
      case when expected.participation_id is not null then to_jsonb(expected) - 'participation_id' end as expected,
      case when kept.participation_id is not null then to_jsonb(kept) - 'participation_id' end as actual
    from expected full join kept using (participation_id)
    where (to_jsonb(expected) is distinct from to_jsonb(kept))`.execute(tx);
  return rows.map((row) => ({ where: 'watched_participations', ...row }));
}
