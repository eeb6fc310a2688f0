import { sql } from 'kysely';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { claim, forgetTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { readPeople } from './people.ts';

const refuse = (message: string): never => {
  throw new Refusal('move_refused', { message });
};

/** What must be so before a tenant is closed for its move. Returns its host names. */
export async function requireMovable(
  source: Database,
  target: Database,
  { tenantId, slug }: { tenantId: string; slug: string },
): Promise<string[]> {
  const [ours, theirs] = await Promise.all([readMigrationNames(source), readMigrationNames(target)]);
  if (ours.join() !== theirs.join())
    refuse('The two cells have different migrations. Upgrade both to the same version first.');
  const { hosts, keys } = await asMover(
    source,
    { tenantId },
    async (tx) => ({ hosts: await readHosts(tx, tenantId), keys: await readKeys(tx, tenantId) }),
    { readOnly: true },
  );
  if (hosts.length === 0)
    refuse(
      `${slug} has no host name of its own, so its links could not lead to another cell. Add one first: portal tenant host add ${slug} <host name>`,
    );
  await asMover(target, { listsTenants: true }, async (tx) => {
    const { rows: same } = await sql<{ id: string }>`
      select id from tenants where id = ${tenantId}::uuid or slug = ${slug}`.execute(tx);
    if (same.some(({ id }) => id === tenantId))
      refuse(
        'The other cell still has rows of this tenant from before. Remove them there first: portal tenant forget-moved',
      );
    if (same.length > 0) refuse(`Another tenant of that cell is called ${slug}.`);
    const { rows: taken } = await sql<{ host: string }>`
      select host from tenant_hosts where host = any (${hosts}::text[])`.execute(tx);
    if (taken.length > 0) refuse(`Another tenant of that cell has the host name ${taken[0]?.host}.`);
    const { rows: known } = await sql<{ purpose: string; keyId: string }>`
      select purpose, key_id from cells.known_keys`.execute(tx);
    const missing = keys.filter(
      (key) => !known.some(({ purpose, keyId }) => purpose === key.purpose && keyId === key.keyId),
    );
    if (missing.length > 0)
      refuse(
        `The other cell could not open what was encrypted here: it has not been seen with ${missing
          .map(({ purpose, keyId }) => `the ${purpose} key ${keyId}`)
          .join(', ')}. Give its api the same keys (docs/operations.md, "Cells") and start it once.`,
      );
  });
  return hosts;
}

async function readHosts(tx: Tx, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select host from tenant_hosts where tenant_id = ${tenantId}::uuid order by host`.execute(tx);
  return rows.map(({ host }) => host);
}

async function readMigrationNames(owner: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from migrations.kysely_migration order by name`.execute(owner);
  return rows.map(({ name }) => name);
}

interface KeyInUse {
  purpose: 'encryption' | 'pepper';
  keyId: string;
}

/** The keys that rows of the tenant and of its people name. */
async function readKeys(tx: Tx, tenantId: string): Promise<KeyInUse[]> {
  const { rows: tables } = await sql<{ name: string; isOfTenant: boolean }>`
    select rel.relname as name,
      exists (select from pg_attribute where attrelid = rel.oid and attname = 'tenant_id') as is_of_tenant
    from pg_class rel join pg_attribute att on att.attrelid = rel.oid and att.attname = 'key_id'
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(tx);
  const keys = new Map<string, KeyInUse>();
  const add = (purpose: KeyInUse['purpose'], keyId: string | null) =>
    keyId === null ? undefined : keys.set(`${purpose} ${keyId}`, { purpose, keyId });
  for (const { name } of tables.filter(({ isOfTenant }) => isOfTenant)) {
    const { rows } = await sql<{ keyId: string | null }>`
      select distinct key_id from ${sql.table(name)} where tenant_id = ${tenantId}::uuid`.execute(tx);
    for (const { keyId } of rows) add('encryption', keyId);
  }
  const people = await readPeople(tx, tenantId);
  await forgetTenant(tx);
  for (const userId of people) {
    await claim(tx, { userId });
    const { rows } = await sql<{ totp: string | null; pepper: string | null }>`
      select (select key_id from user_totp where user_id = u.id) as totp,
        substring(password_hash from 'keyid=([^$,]+)') as pepper
      from users u where id = ${userId}::bigint`.execute(tx);
    add('encryption', rows[0]?.totp ?? null);
    add('pepper', rows[0]?.pepper ?? null);
  }
  await claim(tx, { tenantId });
  return [...keys.values()];
}
