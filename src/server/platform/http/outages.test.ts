import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outageInWords } from '../../operator/outage-in-words.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createPool } from '../db/pools.ts';
import { inTransaction } from '../db/transactions.ts';
import { createLogger } from '../logger.ts';
import { handleErrors } from './error-handler.ts';

let database: TestDatabase;
let app: FastifyInstance;
const opened: Database[] = [];
let logged = '';

const open = (url: string, queryTimeout?: number) => {
  const db = openDatabase(url, { maxConnections: 1, ...(queryTimeout && { queryTimeout }) });
  opened.push(db);
  return db;
};

/** As PostgreSQL itself reports it. */
const reporting = (code: string) =>
  sql
    .raw(`do $$ begin raise exception 'of this kind' using errcode = '${code}'; end $$`)
    .execute(database.db);

beforeAll(async () => {
  database = await createTestDatabase();
  const nowhere = new URL(database.url);
  nowhere.port = '1';
  const away = open(nowhere.href);
  const silent = open(database.url, 300);
  const log = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  app = Fastify({ loggerInstance: createLogger('error', log) });
  handleErrors(app);
  app.get('/code/:code', async ({ params }) => reporting((params as { code: string }).code));
  app.get('/away', () => sql`select 1`.execute(away));
  app.get('/silent', () => inTransaction(silent, (tx) => sql`select pg_sleep(5)`.execute(tx)));
  app.get('/answering', async () => (await sql`select 1 as one`.execute(silent)).rows);
  app.get('/meant-to-read', () =>
    inTransaction(database.db, (tx) => sql`delete from tenants`.execute(tx), { readOnly: true }),
  );
  app.get('/storage', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
});
afterAll(async () => {
  await app.close();
  for (const db of opened) await db.destroy();
  await database.drop();
});

async function answerAt(url: string) {
  const answer = await app.inject({ url });
  const { code } = answer.json<{ code?: string }>();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code };
}
const AWAY = { status: 503, retryAfter: '3', code: 'temporarily_unavailable' };
const OUR_FAULT = { status: 500, retryAfter: undefined, code: 'unexpected' };

test('OPS-21 a database that is away is answered with 503, a time to come again and a stable code', async () => {
  expect(await answerAt('/away')).toEqual(AWAY);
  for (const code of ['57P01', '57P02', '57P03', '25006', '53300', '53100', '08006', '08P01'])
    expect({ of: code, ...(await answerAt(`/code/${code}`)) }).toEqual({ of: code, ...AWAY });
});

/** What PostgreSQL sends on a full disk to whoever connects. */
async function serverWithFullDisk() {
  const fields = ['SFATAL', 'VFATAL', 'CXX000', 'Mcould not write init file'].join('\0');
  const text = Buffer.from(`${fields}\0\0`);
  const refusal = Buffer.alloc(5);
  refusal.write('E');
  refusal.writeInt32BE(text.length + 4, 1);
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([refusal, text]))),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(database.url);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => server.close() };
}

test('OPS-21 a database that lets nobody in because its disk is full is away', async () => {
  const server = await serverWithFullDisk();
  const full = open(server.url);
  const failure = await sql`select 1`.execute(full).catch((error: unknown) => error);
  server.close();
  expect(failure).toMatchObject({ code: 'XX000', severity: 'FATAL' });
  expect(outageInWords(failure)).toMatchObject({ exitCode: 75 });
  expect(await answerAt('/code/XX000')).toEqual(OUR_FAULT);
});

test('OPS-21 a transaction that PostgreSQL undid for another one may be sent again soon', async () => {
  for (const code of ['40001', '40P01'])
    expect(await answerAt(`/code/${code}`)).toEqual({ status: 503, retryAfter: '1', code: 'server_busy' });
});

test('OPS-21 a mistake of ours is not passed off as an outage, nor is somebody else’s server', async () => {
  for (const code of ['42P01', '22012', '23505', '57014', 'P0001', '28P01'])
    expect({ of: code, ...(await answerAt(`/code/${code}`)) }).toEqual({ of: code, ...OUR_FAULT });
  expect(await answerAt('/meant-to-read')).toEqual(OUR_FAULT);
  expect(await answerAt('/storage')).toEqual(OUR_FAULT);
});

test('OPS-21 a database that says nothing is given up on, and its connection is not used again', async () => {
  expect(await answerAt('/silent')).toEqual(AWAY);
  // There is one connection, in which the other statement is still running.
  expect((await app.inject({ url: '/answering' })).json()).toEqual([{ one: 1 }]);
});

test('OPS-21 nor is a connection used again that sends one statement at a time, as those of the worker do', async () => {
  const pool = createPool(database.url, { maxConnections: 1, queryTimeout: 300 });
  const client = await pool.connect();
  await expect(client.query('select pg_sleep(5)')).rejects.toThrow('Query read timeout');
  client.release();
  const { rows } = await pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('OPS-21 an outage is not logged for every request', async () => {
  logged = '';
  for (let count = 0; count < 20; count += 1) await answerAt('/away');
  expect(logged.match(/the database is away/g)?.length ?? 0).toBeLessThan(2);
  expect(logged).not.toContain('request failed');
});

test('OPS-21 a statement may take as long as its transaction says, and the next one no longer', async () => {
  const db = open(database.url, 300);
  const sleep = sql`select pg_sleep(0.5)`;
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await sleep.execute(tx);
  });
  await expect(inTransaction(db, (tx) => sleep.execute(tx))).rejects.toThrow('Query read timeout');
  const patient = openDatabase(database.url, {
    maxConnections: 1,
    queryTimeout: 300,
    statementTimeout: 60_000,
  });
  opened.push(patient);
  await inTransaction(patient, async (tx) => {
    await sleep.execute(tx);
    const { rows } = await sql`select current_setting('statement_timeout') as limit`.execute(tx);
    expect(rows).toEqual([{ limit: '1min' }]);
  });
});

test('OPS-21 no connection brings a limit of its own: those of the role hold', async () => {
  const db = open(database.url);
  const { rows } = await sql`
    select setting, source from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name desc`.execute(
    db,
  );
  expect(rows).toEqual([
    { setting: '15000', source: 'user' },
    { setting: '30000', source: 'user' },
  ]);
});
