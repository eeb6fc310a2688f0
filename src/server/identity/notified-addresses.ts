import { sql } from 'kysely';
import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import type { Tx } from '../platform/db/database.ts';
import { addressesOfFormerMembers, addressesOfSyndicate } from './members.queries.ts';

/**
 * Whom a notice goes to about anything that redirects a syndicate's money or mail: all of its members, and every e-sign and CC
 * address of the last thirty days, so that nobody can silence the others by changing the addresses first. It claims the list of
 * members, so it must come last.
 */
export async function addressesToNotify(tx: Tx, tenantId: string, syndicateId: bigint): Promise<string[]> {
  const { esignEmail, ccEmails } = await tx
    .selectFrom('syndicates')
    .select(['esignEmail', 'ccEmails'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirstOrThrow();
  const former = await formerAddresses(tx, tenantId, syndicateId);
  const members = await addressesOfSyndicate(tx, tenantId, syndicateId);
  return distinctAddresses([...members, esignEmail, ...ccEmails, ...former]).filter(isMailAddress);
}

/**
 * Who else hears that the syndicate's money is to go elsewhere: whoever was a member in the thirty days before that was asked for. They hear
 * of everything that becomes of it, however long it takes. Whoever manages people cannot silence the members by closing them first. Who is
 * among the `readers` already is not among them. It claims the list of members.
 */
export async function formerMembersToNotify(
  tx: Tx,
  tenantId: string,
  { syndicateId, requestedAt }: { syndicateId: bigint; requestedAt: Date },
  readers: readonly string[],
): Promise<string[]> {
  const leftAfter = sql<Date>`${requestedAt}::timestamptz - interval '30 days'`;
  const former = await addressesOfFormerMembers(tx, tenantId, syndicateId, leftAfter);
  return distinctAddresses([...readers, ...former])
    .slice(readers.length)
    .filter(isMailAddress);
}

/** The addresses that a syndicate has given up in the last thirty days, each once. */
export async function formerAddresses(tx: Tx, tenantId: string, syndicateId: bigint): Promise<string[]> {
  const rows = await tx
    .selectFrom('formerAddresses')
    .select('address')
    .distinct()
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('until', '>', sql<Date>`now() - interval '30 days'`)
    .execute();
  return rows.map(({ address }) => address);
}
