import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allJobs } from '../../all-jobs.ts';
import { checkTrail } from '../../features/audit-trail/check-trails.ts';
import { mailInvitation } from '../../identity/invitation-mails.jobs.ts';
import { IDS_PER_CELL } from '../../platform/cells/id-ranges.ts';
import { type KnownKey, noteKnownKeys } from '../../platform/cells/known-keys.ts';
import { holdMoveState } from '../../platform/cells/move-state.ts';
import { asMover } from '../../platform/cells/mover.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { fillEveryTable } from '../../testing/fill-every-table.ts';
import { createBroker, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { operatorOf } from '../../testing/operator.ts';
import { createReportBook } from '../../testing/report-book.ts';
import { asMember, startTestApp } from '../../testing/test-app.ts';
import {
  AT_HOST,
  atHost,
  HOST,
  openTwoCells,
  ownerUrlOf,
  signInAtHost,
  type TwoCells,
} from '../../testing/two-cells.ts';
import { untilBlockedBy, untilWaiting } from '../../testing/until-waiting.ts';
import { alone } from './command-locks.ts';
import { copyTenant } from './copy-tenant.ts';
import { forgetMoved } from './forget-moved.ts';
import { readMove, setState, waitForJobs } from './move-state.ts';
import { abandonMove, moveTenant } from './move-tenant.ts';
import { GLOBAL_TABLES } from './people.ts';
import { switchMap } from './proxy-map.ts';
import { removeCopy } from './remove-copy.ts';
import { readTenantTables } from './tenant-tables.ts';

let cells: TwoCells;
let access: string;
let offers: OpenOffer[];
let serviceToken: Awaited<ReturnType<typeof operatorOf>>;
const INVESTOR = 'investor@northgate.example';
const BOTH = 'both@northgate.example';
const FILE = Buffer.from('%PDF-1.7 a statement');

beforeAll(async () => {
  cells = await openTwoCells();
  const { portal } = cells;
  const { owner } = portal.database;
  await createReportBook(owner, portal.tenantId);
  const userId = await portal.addInvestor(INVESTOR);
  await portal.addInvestor(BOTH);
  // The same person has an account of their own in the other cell.
  const tenantThere = await createTenant(cells.other.owner);
  const accountThere = await createUser(cells.other.owner, { email: BOTH });
  await withTenant(cells.other.owner, tenantThere, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantThere);
    await createMembership(tx, tenantThere, accountThere, { syndicateId });
  });
  offers = [await createOpenOffer(owner, portal.tenantId), await createOpenOffer(owner, portal.tenantId)];
  const storageKey = `${portal.tenantId}/files/${randomUUID()}`;
  await cells.source.storages.files.put(storageKey, FILE, 'application/pdf');
  await withTenant(owner, portal.tenantId, async (tx) => {
    await tx
      .insertInto('files')
      .values({
        tenantId: portal.tenantId,
        dealId: offers[0]?.dealId ?? 0n,
        name: 'statement.pdf',
        contentType: 'application/pdf',
        byteSize: BigInt(FILE.length),
        sha256: createHash('sha256').update(FILE).digest(),
        storageKey,
        scanStatus: 'clean',
      })
      .execute();
    await addJob(tx, mailInvitation, { tenantId: portal.tenantId, userId: userId.toString() });
  });
  serviceToken = await operatorOf(portal, ['settings']);
  access = await signInAtHost(portal.app, INVESTOR);
});
afterAll(() => cells.close());

const sums = () => `/api/payouts/syndication_sums/${cells.portal.syndicateId}`;
const look = async (app = cells.portal.app) => {
  const { headers } = asMember(access, cells.portal.tenantId);
  const response = await app.fetch(sums(), {
    headers: { ...(headers as Record<string, string>), ...AT_HOST },
  });
  return [response.status, await response.text()] as const;
};
const accept = async (offer: OpenOffer | undefined, app = cells.portal.app) => {
  if (!offer) throw new Error('There is no offer.');
  const answer = await createBroker(atHost(app), offer).accept();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
};
const stateOf = async (owner: Database) => {
  const { rows } = await withClaims(owner, { tenantId: cells.portal.tenantId }, (tx) =>
    sql<{ moveState: string }>`select move_state from tenants`.execute(tx),
  );
  return rows[0]?.moveState;
};
class Killed extends Error {}
const killedAt = (step: string) =>
  moveTenant({
    ...cells.order,
    onStep(reached) {
      if (reached === step) throw new Killed();
    },
  });
const rowsOf = (owner: Database) =>
  asMover(owner, { tenantId: cells.portal.tenantId }, async (tx) => {
    let count = 0;
    for (const { name } of await readTenantTables(tx)) {
      const { rows } = await sql`select from ${sql.table(name)}`.execute(tx);
      count += rows.length;
    }
    return count;
  });

const jobsIn = async (owner: Database) => {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    where payload ->> 'tenantId' = ${cells.portal.tenantId}`.execute(owner);
  return rows.map(({ name }) => name);
};
/** As the worker of the first cell runs a batch in which the tenant is. Returns what it logged. */
const runBatch = async (name: string, given: object = {}) => {
  const logged: unknown[] = [];
  const log = (_fields: object, message: string) => logged.push(message);
  const deps = { db: cells.portal.database.db, logger: { info: log, error: log } };
  const job = allJobs.find((one) => one.name === name);
  await job?.run(deps as never, { tenantIds: [cells.portal.tenantId], ...given });
  return logged;
};
/** What the proxy would read, written from both databases. */
const mapLines = async (reload = 'true', times = 1) => {
  const folder = await mkdtemp(join(tmpdir(), 'map-'));
  const { portal, other } = cells;
  const cell = (database: typeof other, bucket: string) => ({
    upstream: ['10.0.0.1:3000'],
    databaseOwnerUrl: ownerUrlOf(database),
    storage: { endpoint: 'http://s3', accessKey: 'a', secretKey: 's', bucket, uploadBucket: `${bucket}-u` },
  });
  const file = {
    map: { file: join(folder, 'cells.conf'), reload: `cd ${folder} && ${reload}`, default: 0 },
    cells: { 0: cell(portal.database, 'a'), 5: cell(other, 'b') },
  };
  try {
    await Promise.all(Array.from({ length: times }, () => switchMap(file)));
    return (await readFile(file.map.file, 'utf8')).split('\n').filter((line) => line.includes(HOST));
  } finally {
    await rm(folder, { recursive: true });
  }
};

test('CELL-02 of every table without a tenant it is decided what becomes of it, and every other one is closed for a move', async () => {
  const { rows } = await sql<{ name: string; hasTenant: boolean; isClosed: boolean }>`
    select relname as name,
      exists (select from pg_attribute where attrelid = rel.oid and attname = 'tenant_id') as has_tenant,
      exists (select from pg_trigger where tgrelid = rel.oid and tgname = 'refuse_while_moving') as is_closed
    from pg_class rel where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    cells.source.owner,
  );
  expect(rows.filter(({ hasTenant }) => !hasTenant).map(({ name }) => name)).toEqual(
    Object.keys(GLOBAL_TABLES),
  );
  const open = rows.filter(({ hasTenant, isClosed }) => hasTenant && !isClosed).map(({ name }) => name);
  expect(open).toEqual(['statement_file_links']);
});

test('CELL-02 a row of every table is copied with its ids and bytes, and removed again without a trace', async () => {
  const { source, target } = cells;
  const tenantId = await createTenant(source.owner);
  const userId = await createUser(source.owner);
  await fillEveryTable(source.owner, tenantId, userId);
  const { tables, people } = await copyTenant(source.owner, target.owner, {
    tenantId,
    hosts: [],
    fromCell: 0,
  });
  expect(
    tables.filter(({ copy, source: sent }) => copy.count !== sent.count || copy.sum !== sent.sum),
  ).toEqual([]);
  expect(tables.filter(({ copy }) => copy.count === 0).map(({ name }) => name)).toEqual([]);
  expect(people.get(userId)).toBe('added');
  const accounts = () =>
    withClaims(target.owner, { userId }, async (tx) => [
      (await tx.selectFrom('users').select('id').execute()).length,
      (await tx.selectFrom('userTotp').select('userId').execute()).length,
    ]);
  expect(await accounts()).toEqual([1, 1]);
  await removeCopy(target.owner, tenantId);
  expect(await accounts()).toEqual([0, 0]);
  const left = await asMover(target.owner, { tenantId }, (tx) => sql`select from tenants`.execute(tx));
  expect([left.rows.length, await readMove(target.owner, tenantId)]).toEqual([0, null]);
});

test('CELL-03 what the other cell could not open, or the proxy could not lead there, is not moved', async () => {
  const { order, other, source, target } = cells;
  const { rows } = await sql<KnownKey>`delete from cells.known_keys returning purpose, key_id`.execute(
    target.owner,
  );
  await expect(moveTenant(order)).rejects.toThrow(/has not been seen with the pepper key/);
  await noteKnownKeys(other.db, rows);
  const tenantId = await createTenant(source.owner, { slug: 'nameless' });
  await expect(moveTenant({ ...order, tenantId, slug: 'nameless' })).rejects.toThrow(
    'has no host name of its own',
  );
  const sharing = { ...target, storages: source.storages };
  await expect(moveTenant({ ...order, target: sharing })).rejects.toThrow('Cell 5 has the same file storage');
  expect([await readMove(source.owner, order.tenantId), await stateOf(source.owner)]).toEqual([null, 'open']);
});

test('CELL-02 a move that is cut off leaves the tenant where it was: looking goes on, changes wait, and giving up opens it again', async () => {
  const { source, target, portal, map, order } = cells;
  const before = await look();
  expect(before[0]).toBe(200);
  await expect(killedAt('closed')).rejects.toThrow(Killed);
  expect(await look()).toEqual(before);
  expect(await accept(offers[0])).toEqual({
    status: 503,
    retryAfter: '3',
    body: expect.objectContaining({
      code: 'tenant_moving',
      message: expect.stringContaining('back within minutes'),
    }),
  });
  // Not even with the mover's word: the server's role is not the owner.
  await expect(
    withTenant(portal.database.db, portal.tenantId, async (tx) => {
      await sql`set local app.mover = 'on'`.execute(tx);
      await tx.insertInto('fileCategories').values({ tenantId: portal.tenantId, name: 'x' }).execute();
    }),
  ).rejects.toMatchObject({ code: 'PT503' });
  await expect(moveTenant({ ...order, target: { ...target, number: 7 } })).rejects.toThrow(
    'on its way to cell 5',
  );
  await expect(killedAt('copied')).rejects.toThrow(Killed);
  expect([await stateOf(source.owner), await stateOf(target.owner)]).toEqual(['closed', 'arriving']);
  const unreachable = { ...order, switchMap: () => Promise.reject(new Killed()) };
  await expect(moveTenant(unreachable)).rejects.toThrow(Killed);
  expect([await stateOf(source.owner), await stateOf(target.owner)]).toEqual(['switching', 'switching']);
  expect(await rowsOf(target.owner)).toBeGreaterThan(20);
  const giveUp = async (given: typeof order) => {
    const move = await readMove(source.owner, portal.tenantId);
    if (!move) throw new Error('There is no move.');
    await abandonMove(given, move);
  };
  // Giving up is cut off as well, before the proxy leads back: it can only be given up further, and nobody changes anything.
  map.cell = 5;
  await expect(giveUp(unreachable)).rejects.toThrow(Killed);
  expect((await readMove(source.owner, portal.tenantId))?.step).toBe('abandoning');
  await expect(moveTenant(order)).rejects.toThrow('being given up');
  expect([await stateOf(source.owner), await stateOf(target.owner)]).toEqual(['closed', 'switching']);
  expect(await mapLines()).toEqual([`  ${HOST} portal_cell_0;`]);
  await giveUp(order);
  expect([await stateOf(source.owner), await rowsOf(target.owner), map.cell]).toEqual(['open', 0, 0]);
  expect((await accept(offers[0])).status).toBe(200);
});

test('CELL-02 of two commands for one tenant the second is refused, in either cell, and nobody goes on from a state that has passed', async () => {
  const { portal, other } = cells;
  const { owner } = portal.database;
  const owners = [owner, other.owner];
  const second = (of: readonly Database[]) => alone(of, portal.tenantId, async () => 'done');
  await alone(owners, portal.tenantId, async () => {
    await expect(second(owners)).rejects.toThrow('Another command is moving this tenant');
    await expect(second([other.owner])).rejects.toThrow('Another command is moving this tenant');
  });
  expect(await second(owners)).toBe('done');
  expect(await stateOf(owner)).toBe('open');
  const nothing = async () => undefined;
  for (const state of ['closed', 'switching', 'moved'] as const)
    await expect(setState(owner, portal.tenantId, state, nothing)).rejects.toThrow('has changed the state');
  expect(await stateOf(owner)).toBe('open');
});

test('CELL-02 a change that a move would wait for in turn goes on, and the move tries again', async () => {
  const { portal } = cells;
  const { tenantId } = portal;
  // The role of the portal does not see whether the owner waits.
  const db = openDatabase(ownerUrlOf(portal.database), { maxConnections: 4 });
  onTestFinished(() => db.destroy());
  const nothing = async () => undefined;
  const closing = await withTenant(db, tenantId, async (writer) => {
    await sql`select from tenants where id = ${tenantId}::uuid for update`.execute(writer);
    // Holds the move up at the barrier, so that the writer is the first to wait: the database ends who waited longest.
    const asked = await withTenant(db, tenantId, async (other) => {
      await holdMoveState(other, tenantId);
      const end = setState(db, tenantId, 'leaving', nothing);
      await untilBlockedBy(db, other);
      const answer = holdMoveState(writer, tenantId);
      // On a machine that stood still, the move has given up already.
      await Promise.race([untilWaiting(db, 2), answer]);
      return { answer, end };
    });
    await asked.answer;
    return asked;
  });
  await closing.end;
  expect(await stateOf(db)).toBe('leaving');
  await setState(db, tenantId, 'open', nothing);
});

test('CELL-02 a batch of tenants that is at work is waited for, and one that begins later leaves the tenant a job that goes with it', async () => {
  const { portal, order } = cells;
  const { owner } = portal.database;
  const tenantIds = [randomUUID(), portal.tenantId];
  const { rows } = await sql<{ id: bigint }>`
    select id from graphile_worker.add_job('check audit trails of tenants', ${JSON.stringify({ tenantIds })}::json)`.execute(
    owner,
  );
  const id = rows[0]?.id;
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where id = ${id}`.execute(
    owner,
  );
  const waiting = waitForJobs(owner, portal.tenantId).then(() => 'over');
  expect(await Promise.race([waiting, setTimeout(300, 'waits')])).toBe('waits');
  await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(owner);
  expect(await waiting).toBe('over');

  await expect(killedAt('closed')).rejects.toThrow(Killed);
  const before = await rowsOf(owner);
  // The other one of the batch is nowhere.
  expect(await runBatch('reconcile books of tenants', { tenantIds })).toEqual([
    'a tenant that is in another cell was left out',
  ]);
  expect(await jobsIn(owner)).toContain('reconcile book of tenant');
  expect(await rowsOf(owner)).toBe(before);
  const move = await readMove(owner, portal.tenantId);
  if (!move) throw new Error('There is no move.');
  await abandonMove(order, move);
});

test('CELL-03 commands that write the map at the same time take turns', async () => {
  // Fails for whoever comes while another one is at it.
  expect(await mapLines('mkdir busy && sleep 0.05 && rmdir busy', 4)).toEqual([`  ${HOST} portal_cell_0;`]);
});

test('CELL-02 CELL-03 a tenant moves with its files, people, sessions, links and jobs, and is open in one cell only', async () => {
  const { source, target, portal, other, otherApp, map } = cells;
  const before = await look();
  const refusedEvents: string[] = [];
  let onTheWay: unknown;
  const moved = await moveTenant({
    ...cells.order,
    async onStep(step) {
      // Whoever comes by the new map before the tenant is open can look, and waits with a change.
      if (step === 'moved')
        onTheWay = [await look(otherApp), (await accept(offers[1], otherApp)).status, await mapLines()];
      if (step !== 'switching') return;
      expect(await mapLines()).toEqual([`  ${HOST} portal_cell_5;`]);
      await runBatch('queue nightly reports of tenants', { reportDate: '2026-11-13' });
      await sql`
        select graphile_worker.add_job('check audit trails of tenants', ${JSON.stringify({ tenantIds: [randomUUID(), portal.tenantId] })}::json)`.execute(
        source.owner,
      );
      // For this moment nothing is recorded, so the chain cannot fork.
      await withTenant(portal.database.db, portal.tenantId, (tx) =>
        sql`select append_audit_event(null, 'signed in', 'x', '{}')`.execute(tx),
      ).catch((error: { code: string }) => refusedEvents.push(error.code));
    },
  });
  expect([await stateOf(source.owner), await stateOf(target.owner), map.cell]).toEqual(['moved', 'open', 5]);
  expect(refusedEvents).toEqual(['PT503']);
  expect(onTheWay).toEqual([before, 503, [`  ${HOST} portal_cell_5;`]]);
  expect(moved.copied?.ledger.differences).toEqual([]);
  expect(moved.files).toMatchObject({ count: 1, missing: 0 });
  expect(moved.secondsClosed).toBeGreaterThan(0);

  // The same session and the same answer in the other cell; here it is told that the portal has moved.
  expect(await look(otherApp)).toEqual(before);
  const refused = await look();
  expect([refused[0], JSON.parse(refused[1])]).toEqual([
    421,
    expect.objectContaining({ code: 'tenant_moved' }),
  ]);
  expect((await serviceToken.send('GET', 'settings')).status).toBe(421);

  // A link that was mailed before the move, and the next id.
  expect((await createBroker(atHost(portal.app), offers[1] as OpenOffer).open()).status).toBe(421);
  expect((await accept(offers[1], otherApp)).status).toBe(200);
  const { id } = await withTenant(other.owner, portal.tenantId, (tx) =>
    tx
      .insertInto('fileCategories')
      .values({ tenantId: portal.tenantId, name: 'new' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  expect(id).toBeGreaterThan(5n * IDS_PER_CELL);

  const batches = ['check audit trails of tenants', 'queue nightly reports of tenants'];
  for (const name of batches)
    expect(await runBatch(name, { reportDate: '2026-11-13' })).toEqual([
      'a tenant that is in another cell was left out',
    ]);
  expect(await jobsIn(source.owner)).toEqual([]);
  expect((await jobsIn(target.owner)).sort()).toEqual(
    expect.arrayContaining([mailInvitation.name, 'queue nightly reports of tenant']),
  );
  // Of a batch that waits, its own part.
  const { rows: waiting } = await sql<{ tenants: string[] }>`
    select payload -> 'tenantIds' as tenants from graphile_worker._private_jobs
    where payload -> 'tenantIds' is not null`.execute(target.owner);
  expect(waiting).toEqual([{ tenants: [portal.tenantId] }]);
  expect((await checkTrail(other.db, portal.tenantId)).firstBroken).toBeNull();
});

test('CELL-03 at a host name whose tenant has moved even a page says so', async () => {
  const app = await startTestApp(cells.portal.database, { trustedProxies: ['127.0.0.1'] });
  try {
    const response = await app.fetch('/api/non-tenant/captcha-challenge', { headers: AT_HOST });
    expect([response.status, await response.json()]).toEqual([
      421,
      expect.objectContaining({ code: 'tenant_moved' }),
    ]);
  } finally {
    await app.close();
  }
});

test('CELL-02 somebody with an account of their own in the other cell is invited there, and the account that came is closed', async () => {
  const { other, portal } = cells;
  const members = await withClaims(other.owner, { tenantId: portal.tenantId, listsMembers: true }, (tx) =>
    tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .select(['u.email', 'm.isTerminated', 'm.acceptedAt'])
      .where((eb) => eb.or([eb('u.email', '=', BOTH), eb('u.disposedAt', 'is not', null)]))
      .orderBy('u.email')
      .execute(),
  );
  expect(members).toEqual([
    { email: BOTH, isTerminated: false, acceptedAt: null },
    {
      email: expect.stringMatching(/^moved-\d+@removed\.invalid$/),
      isTerminated: true,
      acceptedAt: expect.any(Date),
    },
  ]);
});

test('CELL-02 what a tenant has left behind is removed by a command, after its days, and never from an open tenant', async () => {
  const { source, target, portal } = cells;
  const forget = (days: number, cell = source, others = [target]) =>
    forgetMoved(cell.owner, { tenantId: portal.tenantId, storages: cell.storages, others, days });
  await expect(forget(30)).rejects.toThrow('kept for 30 days');
  await expect(forget(0, target)).rejects.toThrow('has not moved away');
  const { files, uploads } = source.storages;
  const sharing = { ...target, storages: { files: uploads, uploads: files } };
  await expect(forget(0, source, [sharing])).rejects.toThrow('Cell 5 has the same file storage as this one');
  expect(await rowsOf(source.owner)).toBeGreaterThan(20);
  expect(await forget(0)).toEqual({ files: 1 });
  expect(await rowsOf(source.owner)).toBe(0);
  expect((await look(cells.otherApp))[0]).toBe(200);
  await expect(
    asMover(target.owner, { tenantId: portal.tenantId }, (tx) => tx.deleteFrom('auditEvents').execute()),
  ).rejects.toThrow('append-only');
});
