import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../operator/doctor/finding.ts';
import { poolerChecks } from '../../operator/doctor/pooler-check.ts';
import { createBroker, createOpenOffer } from '../../testing/offers.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { createReportBook } from '../../testing/report-book.ts';
import { type Handed, startStandInPooler } from '../../testing/stand-in-pooler.ts';
import { asMember, postAsMember, signInAs, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { type Database, openDatabase } from './database.ts';
import { inTransaction } from './transactions.ts';

describe.each<Handed>(['any', 'cleaned'])('through a pooler that hands out %s connections', (handed) => {
  let portal: TestPortal;
  let pooler: Awaited<ReturnType<typeof startStandInPooler>>;
  let db: Database;
  let app: TestApp;

  beforeAll(async () => {
    portal = await openTestPortal();
    const { database } = portal;
    const url = new URL(database.url);
    // A pooler's connections have the limits of the role, whatever a client asks for.
    const limit = handed === 'any' ? '20s' : '0';
    url.searchParams.set(
      'options',
      `-c statement_timeout=${limit} -c idle_in_transaction_session_timeout=${limit}`,
    );
    pooler = await startStandInPooler(url.href, handed);
    db = openDatabase(pooler.url, { maxConnections: 8 });
    const { owner, copy, drop } = database;
    app = await startTestApp({ db, directDb: database.directDb, owner, url: pooler.url, copy, drop });
  });
  afterAll(async () => {
    await app.close();
    await db.destroy();
    await pooler.close();
    await portal.close();
  });

  test('OPS-24 the api answers as it does directly, many at once', async () => {
    const { database, tenantId } = portal;
    const { syndicateId } = await createReportBook(database.owner, tenantId);
    const ofSyndicate = { syndication_id: Number(syndicateId) };
    const answersOf = async (from: TestApp, email: string) => {
      const { accessToken } = await signInAs(from, email, PASSWORD);
      const get = (path: string) => from.fetch(`/api/payouts/${path}`, asMember(accessToken, tenantId));
      const post = (path: string, body: object) =>
        from.fetch(`/api/payouts/${path}`, postAsMember(body, accessToken, tenantId));
      const read = await Promise.all([
        get(`syndication_sums/${syndicateId}`),
        get(`get_payouts_paydates/${syndicateId}?`),
        post('get_dealsyndication_payouts', ofSyndicate),
        post('get_dealsyndication_payouts', { ...ofSyndicate, search: 'oak <2>' }),
      ]);
      const file = await post('export_syndicated_deals', ofSyndicate);
      const size = (await file.arrayBuffer()).byteLength;
      expect([...read, file].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      return [...(await Promise.all(read.map((answer) => answer.json()))), size > 1_000];
    };
    const emails = Array.from({ length: 3 }, (_, index) => `investor-${index}@northgate.example`);
    for (const email of emails) await portal.addInvestor(email, { syndicateId });
    const expected = await answersOf(portal.app, emails[0] as string);
    for (const answers of await Promise.all(emails.map((email) => answersOf(app, email))))
      expect(answers).toEqual(expected);
  });

  test('OPS-24 an offer is accepted once, however often it is sent', async () => {
    const broker = createBroker(app, await createOpenOffer(portal.database.owner, portal.tenantId));
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => broker.accept({}, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect((await broker.accept({}, key)).status).toBe(200);
  });

  test('OPS-24 an import has a session of its own: another one of the tenant is told of it', async () => {
    const { authorization } = await operatorOf({ ...portal, app }, ['import']);
    const send = async (name: string) => {
      const response = await app.fetch('/api/operator/v1/imports?kind=companies', {
        method: 'POST',
        headers: { authorization, 'content-type': 'text/csv' },
        body: `external_id,name,industry,started\n${name},Bright Oak,Dental,2019-01\n`,
      });
      return response.status;
    };
    const { owner } = portal.database;
    const sent = await owner.transaction().execute(async (tx) => {
      await sql`lock table companies in exclusive mode`.execute(tx);
      const first = send('C-1');
      await untilWaiting(portal.database.db, 1);
      const second = send('C-2');
      await Promise.race([second, setTimeout(10_000)]);
      return [first, second];
    });
    expect(await Promise.all(sent)).toEqual([200, 409]);
  });

  test('OPS-24 a statement that a migration changed the answer of is refused once, and then known anew', async () => {
    const { owner } = portal.database;
    await sql`create table shapes (id int, width int)`.execute(owner);
    await sql`grant select on shapes to portal_app`.execute(owner);
    await sql`insert into shapes values (1, 2)`.execute(owner);
    const read = () =>
      inTransaction(db, async (tx) => (await sql`select width from shapes where id = ${1}`.execute(tx)).rows);
    for (let count = 0; count < 12; count += 1) expect(await read()).toEqual([{ width: 2 }]);
    await sql`alter table shapes alter column width type text`.execute(owner);
    const outcomes: unknown[] = [];
    for (let count = 0; count < 12; count += 1) outcomes.push(await read().catch(({ code }) => code));
    const refused = outcomes.filter((outcome) => outcome === '0A000');
    expect(refused.length).toBeLessThanOrEqual(1);
    expect(outcomes.filter((outcome) => outcome !== '0A000')).toEqual(
      Array(12 - refused.length).fill([{ width: '2' }]),
    );
  });

  test('OPS-24 who needs a session refuses a connection that is handed on', async () => {
    const { url } = portal.database;
    const direct = openDatabase(url, { needsSession: true });
    await sql`select 1`.execute(direct);
    await direct.destroy();
    const pooled = openDatabase(pooler.url, { needsSession: true });
    await expect(sql`select 1`.execute(pooled)).rejects.toThrow('Set DATABASE_DIRECT_URL');
    await pooled.destroy();
  });

  test('OPS-05 OPS-24 the doctor tells what is between the portal and its database', async () => {
    const { url } = portal.database;
    const look = async (env: Parameters<typeof poolerChecks>[0]) => {
      const findings: Finding[] = [];
      for (const check of poolerChecks(env)) findings.push(...(await check.look()));
      return findings.map(({ state, subject, text }) => `${state} ${subject}: ${text}`);
    };
    const inOrder = /^ok sessions: locks of worker, commands and imports last as long/;
    expect(await look({ DATABASE_URL: url })).toEqual([
      'ok pooler: none: the api has connections of its own',
      expect.stringMatching(inOrder),
    ]);
    expect(await look({ DATABASE_URL: pooler.url })).toContainEqual(
      expect.stringMatching(/^failed sessions: .*Set DATABASE_DIRECT_URL/),
    );
    expect(await look({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url })).toEqual([
      ...(handed === 'any'
        ? [
            'ok pooler: hands connections on after each transaction, prepares statements, and keeps the time limits',
          ]
        : [
            expect.stringMatching(/^failed pooler: idle_in_transaction_session_timeout is not in force/),
            expect.stringMatching(/^failed pooler: statement_timeout is not in force/),
          ]),
      expect.stringMatching(inOrder),
    ]);
  });
});
