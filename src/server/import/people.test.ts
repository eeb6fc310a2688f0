import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { closeUser } from '../identity/change-user.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { createMembership, createUser } from '../testing/factories.ts';
import { importDesk, operator, outcomesOf, problemsOf } from '../testing/import-desk.ts';

const desk = importDesk();
const { run, ask } = desk;

test('OPS-01 people: a new account has no password; who has one keeps it and becomes a member', async () => {
  const mail = `${crypto.randomUUID()}@investor.example`;
  const userId = await createUser(desk.database.owner, { email: mail, loginName: crypto.randomUUID() });
  await desk.folder.edit(
    'users.csv',
    (text) => `${text}U-3,${mail.toUpperCase()},Another Name,,accounting,,,,\n`,
  );
  expect(problemsOf(await run())).toEqual([]);
  const members = await ask(
    sql<{ userId: bigint; role: string }>`select user_id, role from memberships order by role`,
  );
  expect(members).toContainEqual({ userId, role: 'accounting' });
  await withClaims(desk.database.db, { userId }, async (tx) => {
    expect(await tx.selectFrom('users').select(['name']).execute()).not.toEqual([{ name: 'Another Name' }]);
  });
  await withClaims(desk.database.db, { loginName: 'ruth@mapleridge.example' }, async (tx) => {
    const [ruth] = await tx.selectFrom('users').select(['loginName', 'passwordHash', 'name']).execute();
    expect(ruth).toMatchObject({ passwordHash: null, name: 'Ruth Alvarez' });
  });
});

describe('OPS-01 OPS-04 people told again', () => {
  const actionsOf = async (subject: string) =>
    (
      await ask(sql<{ action: string; operator: string }>`
        select action, details->>'operator' as operator from audit_events where subject = ${subject} order by sequence`)
    ).map(({ action, operator }) => `${action} by ${operator}`);
  const rowOf = (externalId: string) => (text: string) =>
    text.split('\n').find((line) => line.startsWith(`${externalId},`)) ?? '';
  const tell = (externalId: string, row: string) =>
    desk.folder.edit('users.csv', (text) => text.replace(rowOf(externalId)(text), row));
  const membershipOf = async (userId: bigint) =>
    (
      await ask(sql<Record<string, unknown>>`
        select is_terminated, permissions from memberships where user_id = ${userId}`)
    )[0];

  const accept = (userId: bigint) =>
    ask(sql`update memberships set accepted_at = now() where user_id = ${userId} returning user_id`);

  async function addPerson() {
    const mail = `${crypto.randomUUID()}@investor.example`;
    const userId = await createUser(desk.database.owner, { email: mail, loginName: crypto.randomUUID() });
    return { mail, userId };
  }

  test('OPS-01 OPS-04 a file that says nothing of it reopens nobody, and what it changes is in the trail', async () => {
    const { tenantId } = desk;
    const { mail, userId } = await addPerson();
    const start = `U-7,${mail},Nina,,syndication,SYN-1`;
    await desk.folder.edit('users.csv', (text) => `${text}${start},true,,\n`);
    expect(problemsOf(await run())).toEqual([]);
    expect(await actionsOf(`user ${userId}`)).toEqual([]);
    await withTenant(desk.database.db, tenantId, (tx) => closeUser(tx, tenantId, { email: mail }, operator));

    await tell('U-7', `${start},false,,`);
    expect(problemsOf(await run())).toEqual([]);
    expect(await membershipOf(userId)).toMatchObject({ isTerminated: true, permissions: [] });
    await tell('U-7', `${start},false,,false`);
    await run();
    expect(await membershipOf(userId)).toMatchObject({ isTerminated: false });

    await accept(userId);
    const session = { userId, expiresAt: sql<Date>`now() + interval '1 hour'` };
    await withClaims(desk.database.owner, { userId }, (tx) =>
      tx.insertInto('sessions').values(session).execute(),
    );
    await tell('U-7', `${start},false,,true`);
    await run();
    const [ended] = await withClaims(desk.database.owner, { userId }, (tx) =>
      tx.selectFrom('sessions').select('endReason').execute(),
    );
    expect(ended).toEqual({ endReason: 'account closed' });
    expect(await actionsOf(`user ${userId}`)).toEqual(
      ['user closed', 'permissions changed', 'user reopened', 'user closed'].map(
        (action) => `${action} by command line: test`,
      ),
    );
  });

  test('OPS-01 who was invited by command is taken over by the row, and by one row alone', async () => {
    const { tenantId } = desk;
    const { mail, userId } = await addPerson();
    await withTenant(desk.database.owner, tenantId, (tx) =>
      createMembership(tx, tenantId, userId, { role: 'accounting', syndicateId: null }),
    );
    await desk.folder.edit('users.csv', (text) => `${text}U-8,${mail},Nina,nina,accounting,,true,,\n`);
    const report = await run();
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'changed')).toMatchObject({ users: 1 });
    expect(await membershipOf(userId)).toMatchObject({ permissions: ['view-fcs'] });
    expect(await actionsOf(`user ${userId}`)).toEqual(['permissions changed by command line: test']);
    expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ users: 3 });

    const { mail: another } = await addPerson();
    const twice = ['U-10', 'U-11'].map((id) => `${id},${another},Nina,,accounting,,,,\n`).join('');
    await desk.folder.edit('users.csv', (text) => `${text}U-9,${mail},Nina,,accounting,,,,\n${twice}`);
    expect(problemsOf(await run())).toEqual([
      'users.csv:5: email is another row’s: this person is U-8 already',
      'users.csv:7: email is another row’s: this person is U-10 already',
    ]);
  });

  test('OPS-01 ACCESS-04 security rule: who was added for a role that does not sign in accepts before one that does', async () => {
    const { mail, userId } = await addPerson();
    await desk.folder.edit('users.csv', (text) => `${text}U-12,${mail},Nina,,accounting,,,,\n`);
    expect(problemsOf(await run())).toEqual([]);
    await accept(userId);
    await tell('U-12', `U-12,${mail},Nina,,syndication,SYN-1,,,`);
    expect(problemsOf(await run())).toEqual([]);
    expect(await ask(sql`select role, accepted_at, name from memberships where user_id = ${userId}`)).toEqual(
      [{ role: 'syndication', acceptedAt: null, name: 'Nina' }],
    );
  });

  test('OPS-01 PROFILE-02 PROFILE-07 another e-sign address is in the trail, and every address and member hears of it', async () => {
    await run();
    const domain = `${crypto.randomUUID()}.example`;
    await desk.folder.edit('syndicates.csv', (text) =>
      text.replace('esign@mapleridge.example', `old@${domain}`),
    );
    await run();
    await desk.folder.edit('syndicates.csv', (text) => text.replace(`old@${domain}`, `new@${domain}`));
    const readers = async () =>
      (
        await sql<{ to: string }>`select payload->>'to' as to from graphile_worker._private_jobs
          where payload->>'newAddress' = ${`new@${domain}`} order by 1`.execute(desk.database.owner)
      ).rows.map(({ to }) => to);
    await run(desk.folder.path, { isDryRun: true });
    expect(await readers()).toEqual([]);
    await run();
    // Ruth has not been invited yet.
    expect(await readers()).toEqual([
      'books@mapleridge.example',
      'esign@mapleridge.example',
      `new@${domain}`,
      `old@${domain}`,
    ]);
    const [syndicate] = await ask(sql<{ id: bigint; esignEmail: string; previousEsignEmail: string }>`
      select id, esign_email, previous_esign_email from syndicates where abbreviation = 'MRC'`);
    expect(syndicate).toMatchObject({
      esignEmail: `new@${domain}`,
      previousEsignEmail: `old@${domain}`,
    });
    expect(await actionsOf(`syndicate ${syndicate?.id}`)).toEqual([
      'bank account changed by command line: test',
      ...Array(2).fill('e-sign email changed by command line: test'),
    ]);
  });
});
