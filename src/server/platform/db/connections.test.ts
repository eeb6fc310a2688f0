import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, urlOf } from '../../testing/test-database.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { inTransaction } from './transactions.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(urlOf('DATABASE_OWNER_URL', new URL(database.url).pathname.slice(1)), {
    maxConnections: 1,
  });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const SYNTAX_ERROR = '42601';

const reading = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work, { readOnly: true });

async function answerTo<T>(tx: Tx, expression: RawBuilder<T>): Promise<T | undefined> {
  const { rows } = await sql<{ theValue: T }>`select ${expression} as the_value`.execute(tx);
  return rows[0]?.theValue;
}

test('a statement that a migration changed the answer of is refused once, and then known anew', async () => {
  await sql`create table shapes (id int, width int)`.execute(db);
  await sql`insert into shapes values (1, 2)`.execute(db);
  const read = () =>
    reading(async (tx) => (await sql`select width from shapes where id = ${1}`.execute(tx)).rows);
  await read();
  await sql`alter table shapes alter column width type text`.execute(db);
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect(await read()).toEqual([{ width: '2' }]);
});

test.each([
  ['a star', () => sql`select * from widths where id = ${1}`],
  ['the star of a table', () => sql`select w.* from widths w where id = ${1}`],
  ['a star after another column', () => sql`select w.id, * from widths w where id = ${1}`],
  ['what was changed', () => sql`update widths set id = 1 where id = ${1} returning *`],
])('a column that a migration added is no reason to refuse %s', async (_, query) => {
  await sql`create table widths (id int)`.execute(db);
  await sql`insert into widths values (1)`.execute(db);
  const read = async () => (await query().execute(db)).rows;
  await read();
  await sql`alter table widths add column is_new boolean`.execute(db);
  expect(await read()).toEqual([{ id: 1, isNew: null }]);
  await sql`drop table widths`.execute(db);
});

test('a transaction whose failed statement was passed over is not answered', async () => {
  const work = (tx: Tx) => answerTo(tx, sql`1 / 0`).catch(() => 'passed over');
  await expect(reading(work)).rejects.toThrow();
  expect(await reading((tx) => answerTo(tx, sql`1`))).toBe(1);
});

test('a begin that fails is told: at once where something is to be written, else by the first statement', async () => {
  const begin = (connection: Database, words: string) =>
    sql.raw(`start transaction isolation level ${words}`).execute(connection);
  await db.connection().execute(async (connection) => {
    await expect(begin(connection, 'none')).rejects.toMatchObject({ code: SYNTAX_ERROR });
    await begin(connection, 'none read only');
    await expect(sql`select 1`.execute(connection)).rejects.toMatchObject({ code: SYNTAX_ERROR });
    expect((await sql`select 1 as one`.execute(connection)).rows).toEqual([{ one: 1 }]);
  });
});

test('a setting that fails is told by the statement after it, and by the end where none comes', async () => {
  const misset = (tx: Tx) => sql.raw('set local work_mem = nonsense').execute(tx);
  const asked = reading(async (tx) => {
    await misset(tx);
    return answerTo(tx, sql`1`);
  });
  await expect(asked).rejects.toThrow('work_mem');
  await expect(reading(misset)).rejects.toThrow('work_mem');
  expect(await reading((tx) => answerTo(tx, sql`1`))).toBe(1);
});

test('of statements that are asked for at once each gets its own answer, one after the other', async () => {
  const asked = Array.from({ length: 20 }, (_, index) => index);
  const both = (tx: Tx) => Promise.all(asked.map((index) => answerTo(tx, sql`${index}::int`)));
  expect(await reading(both)).toEqual(asked);
  const oneFails = reading((tx) => Promise.all([answerTo(tx, sql`1 / 0`), answerTo(tx, sql`1`)]));
  await expect(oneFails).rejects.toThrow('division by zero');
  expect(await reading((tx) => answerTo(tx, sql`2`))).toBe(2);
});

test('more statements than are kept prepared are answered all the same', async () => {
  for (let count = 0; count < 350; count += 1) {
    const column = sql.id(`column_${count}`);
    const { rows } = await sql`select ${count}::int as ${column}`.execute(db);
    expect(rows).toEqual([{ [`column${count}`]: count }]);
  }
});
