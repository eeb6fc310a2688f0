import { type RawBuilder, sql } from 'kysely';
import { type DealStanding, gravityOf } from '../../../shared/domain/deal-standing.ts';

export type StandingOfDeal = Pick<DealStanding, 'reasons' | 'arrears'> & { dealId: bigint };

/**
 * The rows of `watched_participations` that the standings of deals ask for: a share of each deal with a reason, with the place and the
 * day of the gravest. The same SQL keeps the table and checks it.
 */
export function watchedShares(tenantId: string, standings: readonly StandingOfDeal[]): RawBuilder<unknown> {
  const watched = standings.flatMap(({ dealId, arrears, reasons: [gravest] }) =>
    gravest ? [{ dealId, arrears, gravity: gravityOf(gravest.reason), since: gravest.since }] : [],
  );
  const column = <T>(value: (deal: (typeof watched)[number]) => T) => watched.map(value);
  return sql`
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, ${netBalance} as net_balance_cents
    from unnest(${column(({ dealId }) => dealId)}::bigint[], ${column(({ gravity }) => gravity)}::smallint[],
      ${column(({ since }) => since)}::date[], ${column(({ arrears }) => arrears)}::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = ${tenantId}::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id`;
}

/** What the share `p` with its `total` would still pay, after fees: what its last line would settle. */
export const netBalance = sql<bigint>`(p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint`;
