import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { claim, forgetUser } from '../../platform/db/transactions.ts';

interface Owner {
  name: string;
  /** The investor whose it is, or for whom the person works. Null for the funder's own people. */
  syndicateId: bigint | null;
}

/** The addresses that a tenant's investors and people have. */
export class AddressOwners {
  readonly #owners = new Map<string, Owner[]>();
  /** By the names of the investors of the files that have taken them. */
  readonly #taken = new Map<string, string>();

  constructor(owners: readonly (Owner & { address: string })[]) {
    for (const { address, ...owner } of owners) {
      const key = address.toLowerCase();
      this.#owners.set(key, [...(this.#owners.get(key) ?? []), owner]);
    }
  }

  /** Who else has the address than this investor. */
  nameOfOther(address: string, { name, id }: { name: string; id: bigint | undefined }): string | null {
    const key = address.toLowerCase();
    const other = this.#owners
      .get(key)
      ?.find(({ syndicateId }) => syndicateId === null || syndicateId !== id);
    if (other) return other.name;
    const taken = this.#taken.get(key);
    return taken === undefined || taken === name ? null : taken;
  }

  take(address: string, name: string): void {
    const key = address.toLowerCase();
    if (!this.#taken.has(key)) this.#taken.set(key, name);
  }
}

export async function readAddressOwners(tx: Tx, tenantId: string): Promise<AddressOwners> {
  await claim(tx, { listsMembers: true });
  const { rows } = await sql<Owner & { address: string }>`
    select address, syndicate.name, syndicate.id as "syndicateId"
    from syndicates syndicate cross join lateral unnest(syndicate.esign_email || syndicate.cc_emails) as address
    where syndicate.tenant_id = ${tenantId}::uuid
    union all
    select account.email, coalesce(member.name, account.email), member.syndicate_id
    from memberships member join users account on account.id = member.user_id
    where member.tenant_id = ${tenantId}::uuid and not member.is_terminated`.execute(tx);
  await forgetUser(tx);
  return new AddressOwners(rows);
}
