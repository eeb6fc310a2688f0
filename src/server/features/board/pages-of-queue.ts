import { type RawBuilder, sql } from 'kysely';
import { type DeskPageName, deskPageOf } from '../../../shared/desk-pages.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ListedQueue } from './queue-sql.ts';

type Keys = readonly bigint[];

interface Place {
  page: DeskPageName;
  /** Selects the `key` of a thing and the `id` of the page that it is dealt with on, where that is not the key itself. */
  ids?: (keys: Keys) => RawBuilder<unknown>;
}

const offersOfInvites = (keys: Keys) => sql`
  select invite.id as key, invite.offer_id as id from participation_invites invite
  where invite.tenant_id = app_tenant() and invite.id = any(${keys}::bigint[])`;

/** Where what waits is dealt with. Mails and jobs are tried again or dropped on the board itself. */
const PLACES: Readonly<Record<ListedQueue, Place | null>> = {
  acceptances: {
    page: 'submission',
    ids: (keys) => sql`
      select offer.deal_id as key, offer.id from offers offer
      where offer.tenant_id = app_tenant() and offer.deal_id = any(${keys}::bigint[])
        and offer.status = ${sql.lit(OFFER_STATUS.accepted)}`,
  },
  'pre-fundings': { page: 'submission', ids: offersOfInvites },
  invites: { page: 'submission', ids: offersOfInvites },
  adjustments: { page: 'request' },
  'bank-changes': {
    page: 'investor',
    ids: (keys) => sql`
      select change.id as key, change.syndicate_id as id from bank_account_changes change
      where change.tenant_id = app_tenant() and change.id = any(${keys}::bigint[])`,
  },
  'change-notices': { page: 'payouts' },
  lines: { page: 'payments' },
  locked: { page: 'person' },
  mails: null,
  jobs: null,
  // A payout run pays them.
  withdrawals: { page: 'payouts' },
  watchlist: { page: 'deal' },
};

/** The addresses of the pages on which the things of a queue are dealt with, by their keys. */
export async function readPagesOfQueue(
  tx: Tx,
  name: ListedQueue,
  keys: Keys,
): Promise<ReadonlyMap<bigint, string>> {
  const place = PLACES[name];
  if (place === null || keys.length === 0) return new Map();
  const ids = place.ids
    ? (await sql<{ key: bigint; id: bigint }>`${place.ids(keys)}`.execute(tx)).rows
    : keys.map((key) => ({ key, id: key }));
  return new Map(ids.map(({ key, id }) => [key, deskPageOf(place.page, id)]));
}
