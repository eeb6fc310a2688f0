import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';

interface Person {
  /** The address in lower case. */
  email: string;
  name: string;
  /** The login name of a new account. When absent, it is made from the address. */
  loginName?: string | undefined;
}

export class LoginNameTaken extends Error {}

/**
 * Finds the account with this address, which another tenant may have created and which then stays unchanged. Otherwise
 * adds one, without a password. Leaves the user's claim on the transaction.
 */
export async function findOrAddUser(tx: Tx, { email, name, loginName: wanted }: Person): Promise<bigint> {
  const found = await findUser(tx, email);
  if (found !== undefined) return found;
  for (const loginName of wanted === undefined ? loginNamesFor(email) : [wanted]) {
    const id = await addUser(tx, { email, name, loginName });
    if (id !== undefined) return id;
    // Either the login name belongs to somebody else, or another transaction has just added this person.
    const added = await findUser(tx, email);
    if (added !== undefined) return added;
  }
  throw new LoginNameTaken();
}

async function findUser(tx: Tx, email: string): Promise<bigint | undefined> {
  await claim(tx, { loginName: email });
  const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user) await claim(tx, { userId: user.id });
  return user?.id;
}

/** Undefined when the login name or the address is already in use. */
async function addUser(
  tx: Tx,
  user: { email: string; name: string; loginName: string },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`select nextval('users_id_seq') as id`.execute(tx);
  const id = rows[0]?.id ?? 0n;
  await claim(tx, { userId: id });
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({ id, ...user })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? id : undefined;
}

/** 'dana.reyes@northgate.example' becomes 'dana.reyes', or 'dana.reyes.4821' when that is in use. */
function* loginNamesFor(email: string): Generator<string> {
  const [local = ''] = email.split('@');
  const base = local.replaceAll(/[^a-z0-9._-]/g, '').slice(0, 40) || 'user';
  yield base;
  for (let attempt = 0; attempt < 20; attempt += 1) yield `${base}.${randomInt(1000, 1_000_000)}`;
}
