import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compiledOnce } from './compiled-once.ts';

interface Asked {
  tenantId: string;
  status: string | null;
}

test('a query is built once for all its values, and asked with those of each time', () => {
  let builds = 0;
  const query = compiledOnce(({ tenantId }: { tenantId: string }, _form, db) => {
    builds += 1;
    return db.selectFrom('syndicates').select('cashBalanceCents').where('tenantId', '=', tenantId).limit(1);
  });
  const [one, other] = [query({ tenantId: 'a' }), query({ tenantId: 'b' })];
  expect(one.sql).toBe('select "cash_balance_cents" from "syndicates" where "tenant_id" = $1 limit $2');
  expect(other.sql).toBe(one.sql);
  expect([one.parameters, other.parameters]).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(builds).toBe(1);
});

test('a value that is null, and another form, are other queries', () => {
  const query = compiledOnce(({ tenantId, status }: Asked, { column }: { column: string }) => {
    const ofStatus = status === null ? sql`` : sql` and status = ${status}`;
    return sql`select from deals where tenant_id = ${tenantId}${ofStatus} order by ${sql.ref(column)}`;
  });
  const texts = [
    query({ tenantId: 'a', status: null }, { column: 'mid' }),
    query({ tenantId: 'a', status: 'Active' }, { column: 'mid' }),
    query({ status: 'Settled', tenantId: 'b' }, { column: 'name' }),
  ].map(({ sql: text, parameters }) => `${text} ${parameters.join()}`);
  expect(texts).toEqual([
    'select from deals where tenant_id = $1 order by "mid" a',
    'select from deals where tenant_id = $1 and status = $2 order by "mid" a,Active',
    'select from deals where tenant_id = $1 and status = $2 order by "name" b,Settled',
  ]);
});

test('a value that is asked with twice is in both places', () => {
  const query = compiledOnce(({ day }: { day: string }) => sql`select ${day}::date, ${day}::date + 1`);
  expect(query({ day: '2026-11-16' }).parameters).toEqual(['2026-11-16', '2026-11-16']);
});
