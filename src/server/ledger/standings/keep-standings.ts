import { sql } from 'kysely';
import type { DealStanding } from '../../../shared/domain/deal-standing.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { type AsOf, readAsOf } from './as-of.ts';
import { workOutStandings } from './standing-facts.ts';
import { watchedShares } from './watched-shares.ts';

/**
 * Works out how deals stand and stores it, with the watchlist and its history. Callers hold the locks of the deals, so that what is
 * stored is what the last change leaves.
 */
export async function keepStandings(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
  asOf?: AsOf,
): Promise<void> {
  if (dealIds.length === 0) return;
  const of = asOf ?? (await readAsOf(tx, tenantId));
  const standings = await workOutStandings(tx, tenantId, dealIds, of);
  const rows = [...standings].map(([dealId, standing]) => ({ dealId, ...standing }));
  await writeStandings(tx, tenantId, rows, of);
  await writeAlerts(tx, tenantId, rows, of);
  await writeWatched(tx, tenantId, rows);
}

type Row = DealStanding & { dealId: bigint };

async function writeStandings(tx: Tx, tenantId: string, rows: readonly Row[], asOf: AsOf): Promise<void> {
  const column = <T>(value: (row: Row) => T) => rows.map(value);
  await sql`
    insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select ${tenantId}::uuid, ${asOf.date}::date, entry.*
    from unnest(${column(({ dealId }) => dealId)}::bigint[], ${column(({ expected }) => expected)}::bigint[],
      ${column(({ arrears }) => arrears)}::bigint[], ${column(({ missed }) => missed)}::integer[],
      ${column(({ pace }) => pace?.cleared ?? null)}::bigint[], ${column(({ pace }) => pace?.asked ?? null)}::bigint[],
      ${column((row) => row.contractPayoff)}::date[], ${column((row) => row.expectedPayoff)}::date[],
      ${column((row) => row.pacePayoff)}::date[], ${column(({ reasons }) => JSON.stringify(reasons))}::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded`.execute(tx);
}

/** Records which reasons are new and which are gone. While nothing is posted, they are of today. */
async function writeAlerts(tx: Tx, tenantId: string, rows: readonly Row[], asOf: AsOf): Promise<void> {
  const dealIds = rows.map(({ dealId }) => dealId);
  const found = rows.flatMap(({ dealId, reasons }) => reasons.map(({ reason }) => ({ dealId, reason })));
  const column = <T>(value: (alert: (typeof found)[number]) => T) => found.map(value);
  const day = sql`coalesce(${asOf.date}::date, ${today})`;
  await sql`
    with found as (
      select * from unnest(${column(({ dealId }) => dealId)}::bigint[], ${column(({ reason }) => reason)}::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = ${day}, closed_at = now()
      where alert.tenant_id = ${tenantId}::uuid and alert.deal_id = any(${dealIds}::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select ${tenantId}::uuid, found.deal_id, found.reason, ${day} from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = ${tenantId}::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)`.execute(tx);
}

/**
 * The shares on the watchlist, and their sums of each syndicate. The rows of the syndicates are locked in the order in which posting locks
 * them. Usually this transaction holds them already: the versions of their books were renewed with the standings.
 */
async function writeWatched(tx: Tx, tenantId: string, rows: readonly Row[]): Promise<void> {
  const dealIds = rows.map(({ dealId }) => dealId);
  await sql`
    with watched as materialized (${watchedShares(tenantId, rows)}), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = ${tenantId}::uuid and deal_id = any(${dealIds}::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = ${tenantId}::uuid and participation_id in (select participation_id from before)
        and participation_id not in (select participation_id from watched)
    ), kept as (
      insert into watched_participations as kept (tenant_id, participation_id, syndicate_id, deal_id, gravity, since,
        arrears_cents, net_balance_cents)
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched
      on conflict (tenant_id, participation_id) do update set (syndicate_id, gravity, since, arrears_cents, net_balance_cents)
        = (excluded.syndicate_id, excluded.gravity, excluded.since, excluded.arrears_cents, excluded.net_balance_cents)
      where kept is distinct from excluded
    ), change as (
      select syndicate_id, sum(shares) as shares, sum(arrears_cents) as arrears_cents, sum(net_balance_cents) as net_balance_cents
      from (
        select syndicate_id, 1 as shares, arrears_cents, net_balance_cents from watched
        union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before
      ) part
      group by syndicate_id
      having sum(shares) <> 0 or sum(arrears_cents) <> 0 or sum(net_balance_cents) <> 0
    ), locked as (
      select syndicate_id from syndicate_totals
      where tenant_id = ${tenantId}::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = change.syndicate_id`.execute(tx);
}
