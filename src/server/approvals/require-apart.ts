import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** For so long two people do not decide together behind whom one and the same person stands. */
export const APART_HOURS = 72;

/**
 * Otherwise one person could make the second one up, in minutes: as the one who approves, as the one who asks, or both. Behind somebody
 * stand those who have let them in, moved them to an investor or given them a permission of late, also by a service token that they issued, and
 * those behind these. For as long as this takes, others can see
 * it in the trail.
 */
export async function requireApart(
  tx: Tx,
  tenantId: string,
  askedBy: bigint,
  decidedBy: bigint,
): Promise<void> {
  if (!(await areApart(tx, tenantId, askedBy, decidedBy))) throw new Refusal('decider_of_asker');
}

/** False also of one and the same person. */
export const areApart = (tx: Tx, tenantId: string, askedBy: bigint, decidedBy: bigint): Promise<boolean> =>
  areAllApart(tx, tenantId, [askedBy], decidedBy);

/** The same of several people at once: an investor each may have asked for the accounts that a run pays. */
export async function areAllApart(
  tx: Tx,
  tenantId: string,
  people: readonly bigint[],
  decidedBy: bigint,
): Promise<boolean> {
  if (people.length === 0) return true;
  const { rows } = await sql`
    with recursive behind (side, user_id) as (
      (select 'asks', person from unnest(${people}::bigint[]) as person
      union all select 'decides', ${decidedBy}::bigint)
      union
      select behind.side, ${issuerOrActor}
      from behind
      join audit_events event on event.tenant_id = ${tenantId}::uuid and event.subject = 'user ' || behind.user_id
        and event.at > now() - make_interval(hours => ${APART_HOURS})
      where event.action in ('user invited', 'user reopened') or event.action = 'permissions changed' and ${hasGiven}
    )
    select from behind asking join behind deciding on deciding.user_id = asking.user_id
    where asking.side = 'asks' and deciding.side = 'decides'
    limit 1`.execute(tx);
  return rows.length === 0;
}

/** Whoever issued a service token or let it work may hold it, so what it asks for counts as asked by them. A token that has ended asks for nothing more. */
export async function requireApartFromToken(
  tx: Tx,
  tenantId: string,
  tokenId: bigint,
  decidedBy: bigint,
): Promise<void> {
  const token = await tx
    .selectFrom('serviceTokens')
    .select(sql<boolean>`revoked_at is null and expires_at > now()`.as('isLive'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', tokenId)
    .executeTakeFirst();
  if (!token?.isLive) throw new Refusal('asker_lost_permission');
  if (!(await areApartFromToken(tx, tenantId, tokenId, decidedBy))) throw new Refusal('decider_of_asker');
}

export async function areApartFromToken(
  tx: Tx,
  tenantId: string,
  tokenId: bigint,
  decidedBy: bigint,
): Promise<boolean> {
  const { rows } = await sql<{ holder: bigint }>`
    select distinct actor_id as holder from audit_events
    where tenant_id = ${tenantId}::uuid and subject = 'service token ' || ${tokenId}::bigint
      and action = 'service token issued' and actor_id is not null`.execute(tx);
  return areAllApart(
    tx,
    tenantId,
    rows.map(({ holder }) => holder),
    decidedBy,
  );
}

/** Of an event: whoever did it, or has issued the service token that did. */
export const issuerOrActor = sql<bigint | null>`coalesce(event.actor_id, (
  select issued.actor_id from audit_events issued
  where issued.tenant_id = event.tenant_id and issued.action = 'service token issued'
    and issued.subject = substring(event.details ->> 'operator' from '^(service token [0-9]+):')
  order by issued.sequence limit 1))`;

/** Of `event`: there are permissions after it that were not there before, or another investor. Who only takes some away makes nobody a second person. */
const hasGiven = sql<boolean>`(event.details ? 'newSyndicateId' or not string_to_array(coalesce(event.details ->> 'newPermissions', ''), ', ')
  <@ string_to_array(coalesce(event.details ->> 'oldPermissions', ''), ', '))`;
