import { sql } from 'kysely';
import { beginningOf } from '../../shared/domain/beginning-of.ts';
import { pathOf } from '../../shared/pages.ts';
import type { Tx } from '../platform/db/database.ts';
import { tellAll } from './tell.ts';

/** So many names are in the mail. */
const MOST_NAMES = 5;

/** Tells each syndicate of the deals that came on its watchlist since the morning before and are still there. */
export async function tellOfWatched(tx: Tx, tenantId: string, morning: string): Promise<void> {
  const before = sql`(((${morning}::timestamptz at time zone 'America/New_York') - interval '1 day') at time zone 'America/New_York')`;
  const { rows } = await sql<{ syndicateId: bigint; names: string[]; dealIds: bigint[] }>`
    with news as (
      select distinct alert.deal_id from deal_alerts alert
      where alert.tenant_id = ${tenantId}::uuid and alert.closed_on is null
        and alert.opened_at > ${before} and alert.opened_at <= ${morning}::timestamptz
        and not exists (
          select from deal_alerts earlier
          where earlier.tenant_id = alert.tenant_id and earlier.deal_id = alert.deal_id and earlier.opened_at <= ${before}
            and (earlier.closed_at is null or earlier.closed_at > ${before}))
    )
    select watched.syndicate_id as "syndicateId", array_agg(deal.name order by deal.name, deal.id) as names,
      array_agg(deal.id order by deal.name, deal.id) as "dealIds"
    from news
    join watched_participations watched on watched.tenant_id = ${tenantId}::uuid and watched.deal_id = news.deal_id
    join deals deal on deal.tenant_id = watched.tenant_id and deal.id = watched.deal_id
    group by watched.syndicate_id
    order by watched.syndicate_id`.execute(tx);
  await tellAll(
    tx,
    { tenantId, kind: 'watchlist', toldAt: morning },
    rows.map(({ syndicateId, names, dealIds }) => ({
      ...{ syndicateId, dealIds },
      event: `watchlist ${morning}`,
      subject:
        names.length === 1
          ? `New on your watchlist: ${names[0]}`
          : `${names.length} deals are new on your watchlist`,
      words: `${listed(names)}. The watchlist says why, and since when.`,
      path: `${pathOf('dashboard')}?watchlist=on`,
    })),
  );
}

function listed(names: readonly string[]): string {
  const left = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).map((name) => beginningOf(name, 200));
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}
