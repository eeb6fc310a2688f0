import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import {
  EXPOSURE_KINDS,
  type Exposure,
  type ExposureKind,
  NAMED_GROUPS,
} from '../../../shared/domain/exposure.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { netBalance } from '../standings/watched-shares.ts';

interface GroupRow {
  kind: ExposureKind;
  isNamed: boolean;
  name: string | null;
  balance: Cents;
  dealCount: bigint;
  groupCount: bigint;
}

/** How the net balance of a syndicate's open deals spreads over the groups of each kind. Merchants are told apart by company, not by name. */
export async function readExposures(tx: Tx, tenantId: string, syndicateId: bigint): Promise<Exposure[]> {
  const { rows } = await sql<GroupRow>`
    with open as materialized (
      select ${netBalance} as balance, company.id as company_id, company.name as company_name, company.industry, address.state,
        broker.id as broker_id, broker.company_name as broker_name, deal.platform, offer.position_number
      from participation_totals total
      join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      join companies company on company.tenant_id = deal.tenant_id and company.id = deal.company_id
      left join company_addresses address
        on address.tenant_id = company.tenant_id and address.company_id = company.id and address.kind = 'Main'
      left join brokers broker on broker.tenant_id = deal.tenant_id and broker.id = deal.broker_id
      left join offers offer
        on offer.tenant_id = deal.tenant_id and offer.deal_id = deal.id and offer.status = 'Offer Accepted'
      where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
        and total.deal_status <> all(${ENDED_STATUSES}::text[])
    ), ranked as (
      select part.kind, part.name, sum(open.balance)::bigint as balance, count(*) as deal_count,
        row_number() over (
          partition by part.kind order by sum(open.balance) desc, part.name nulls last, part.key
        ) <= ${NAMED_GROUPS} as is_named
      from open
      cross join lateral (values
        ('industry', open.industry, open.industry),
        ('state', open.state, open.state),
        ('broker', open.broker_id::text, open.broker_name),
        ('platform', open.platform, open.platform),
        ('position', open.position_number::text, open.position_number::text),
        ('merchant', open.company_id::text, open.company_name)
      ) part (kind, key, name)
      group by part.kind, part.key, part.name
    )
    select kind, is_named, name, balance, deal_count, 1::bigint as group_count from ranked where is_named
    union all
    select kind, false, null, sum(balance)::bigint, sum(deal_count)::bigint, count(*)
    from ranked where not is_named group by kind
    order by is_named desc, balance desc, name nulls last`.execute(tx);
  return EXPOSURE_KINDS.map((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    const others = ofKind.find(({ isNamed }) => !isNamed);
    return {
      kind,
      groups: ofKind
        .filter(({ isNamed }) => isNamed)
        .map(({ name, balance, dealCount }) => ({ name, balance, dealCount: Number(dealCount) })),
      others: {
        groupCount: Number(others?.groupCount ?? 0n),
        balance: others?.balance ?? 0n,
        dealCount: Number(others?.dealCount ?? 0n),
      },
    };
  });
}
