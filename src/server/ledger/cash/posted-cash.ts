import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { today } from '../../platform/db/today.ts';

/** What the account of the syndicate with these `total`s holds today: all entries but those of days to come, which are few. */
export const postedCash = sql<Cents | null>`(total.cash_cents - coalesce((
  select sum(later.amount_cents) from cash_entries later
  where later.tenant_id = total.tenant_id and later.syndicate_id = total.syndicate_id and later.effective_date > ${today}
), 0))::bigint`;

/** What its investor has put in and not taken out by today; null where the opening did not say how much that was. */
export const contributedCash = sql<Cents | null>`(total.contributed_cents - coalesce((
  select sum(later.amount_cents) from cash_entries later
  where later.tenant_id = total.tenant_id and later.syndicate_id = total.syndicate_id and later.effective_date > ${today}
    and later.kind in ('deposit', 'withdrawal')
), 0))::bigint`;
