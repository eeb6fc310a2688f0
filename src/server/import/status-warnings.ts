import { sql } from 'kysely';
import type { DealStatus } from '../../shared/domain/deal-status.ts';
import { type Cents, formatMoney } from '../../shared/domain/money.ts';
import { statusContradiction } from '../../shared/domain/status-warning.ts';
import type { Tx } from '../platform/db/database.ts';
import { streamRows } from '../platform/db/stream-rows.ts';
import type { Findings } from './findings.ts';
import type { Projection } from './payments/projection.ts';
import type { Source } from './source.ts';

/** The lines of a file of deals, by external id. */
export interface DealLines {
  source: Source;
  lines: ReadonlyMap<string, number>;
}

const REASONS = {
  'still owed': 'is of a deal that is paid in full, but something is still owed',
  'nothing owed': 'is of a deal that is still paying, but nothing is owed any more',
};

const BATCH_SIZE = 5_000;

interface Standing {
  externalId: string;
  status: DealStatus;
  owed: Cents;
}

/** Warns of deals whose status contradicts what is owed after the payments of the same import. They are imported as they are. */
export async function warnOfStatuses(
  { tx, tenantId, findings }: { tx: Tx; tenantId: string; findings: Findings },
  { source, lines }: DealLines,
  { byDeal }: Projection,
): Promise<void> {
  const funded = sql<Standing>`
    select known.external_id, deal.status,
      deal.payback_amount_cents - total.collected_cents - coalesce(to_post.amount_cents, 0) as owed
    from deals deal
    join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    join external_ids known on known.tenant_id = deal.tenant_id and known.kind = 'deals' and known.id = deal.id
    left join unnest(${[...byDeal.keys()]}::bigint[], ${[...byDeal.values()]}::bigint[]) as to_post (deal_id, amount_cents)
      on to_post.deal_id = deal.id
    where deal.tenant_id = ${tenantId}`;
  for await (const batch of streamRows(tx, funded, BATCH_SIZE))
    for (const { externalId, status, owed } of batch) {
      const line = lines.get(externalId);
      const contradiction = statusContradiction(status, owed);
      if (line === undefined || contradiction === null) continue;
      const value = `${status}, with ${formatMoney(owed)} owed`;
      findings.warned(source, { line, column: 'status', reason: REASONS[contradiction], value });
    }
}
