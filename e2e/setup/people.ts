import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createPasswords } from '../../src/server/identity/password-hashing.ts';
import { databaseUrl } from './environment.ts';
import { PASSWORD } from './portal.ts';

interface NewPerson {
  mustChangePassword?: boolean;
}

/** Somebody of Northgate Partners whom no other test knows. Gives the e-mail. */
export async function newPerson({ mustChangePassword = false }: NewPerson = {}): Promise<string> {
  const pepper = process.env['PASSWORD_PEPPER'];
  if (!pepper) throw new Error('PASSWORD_PEPPER is not set: run the browser tests with npm run e2e.');
  const hash = await createPasswords(pepper).hash(PASSWORD);
  const email = `${randomUUID()}@northgate.example`;
  await asOwner(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into users (login_name, email, name, password_hash, must_change_password)
       values ($1, $1, 'Robin Hale', $2, $3) returning id`,
      [email, hash, mustChangePassword],
    );
    await client.query(
      `insert into memberships (tenant_id, user_id, role, syndicate_id, can_view_fcs)
       select tenant_id, $1, 'syndication', id, true from syndicates where name = 'Northgate Partners'`,
      [rows[0]?.id],
    );
  });
  return email;
}

async function asOwner(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(databaseUrl('DATABASE_OWNER_URL'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
