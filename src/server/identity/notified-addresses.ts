import { sql } from 'kysely';
import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import type { Tx } from '../platform/db/database.ts';
import { addressesOfSyndicate } from './members.queries.ts';

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
