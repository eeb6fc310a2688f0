import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../shared/domain/deal-status.ts';
import { type Cents, toDecimalString } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Findings } from './findings.ts';
import type { Projection } from './payments/projection.ts';
import type { Source } from './source.ts';

/** The lines of a file of deals, by external id. */
export interface DealLines {
  source: Source;
  lines: ReadonlyMap<string, number>;
}

const PAID_IN_FULL = 'Advance Completed';

/** Warns of deals whose status contradicts what is owed after the payments of the same import. They are imported as they are. */
export async function warnOfStatuses(
  { tx, tenantId, findings }: { tx: Tx; tenantId: string; findings: Findings },
  { source, lines }: DealLines,
  { byDeal }: Projection,
): Promise<void> {
  const { rows } = await sql<{ externalId: string; status: string; owed: Cents }>`
    select known.external_id, deal.status, now.owed
    from deals deal
    join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    join external_ids known on known.tenant_id = deal.tenant_id and known.kind = 'deals' and known.id = deal.id
    left join unnest(${[...byDeal.keys()]}::bigint[], ${[...byDeal.values()]}::bigint[]) as to_post (deal_id, amount_cents)
      on to_post.deal_id = deal.id
    cross join lateral (
      select deal.payback_amount_cents - total.collected_cents - coalesce(to_post.amount_cents, 0) as owed
    ) now
    where deal.tenant_id = ${tenantId}
      and case when now.owed > 0 then deal.status = ${PAID_IN_FULL} else deal.status <> all(${ENDED_STATUSES}::text[]) end`.execute(
    tx,
  );
  for (const { externalId, status, owed } of rows) {
    const line = lines.get(externalId);
    if (line === undefined) continue;
    const reason =
      owed > 0n
        ? 'is of a deal that is paid in full, but something is still owed'
        : 'is of a deal that is still paying, but nothing is owed any more';
    findings.warned(source, {
      line,
      column: 'status',
      reason,
      value: `${status}, with ${toDecimalString(owed)} owed`,
    });
  }
}
