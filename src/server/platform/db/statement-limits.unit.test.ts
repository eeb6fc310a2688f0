import { expect, test } from 'vitest';
import { limitOf, patienceFor } from './statement-limits.ts';

test('OPS-21 what a statement says about its limit is understood, in every form that is written here', () => {
  const local = (milliseconds: number) => ({ isLocal: true, milliseconds });
  expect(limitOf("set local statement_timeout = '10min'")).toEqual(local(600_000));
  expect(limitOf("set local app.tenant = 'x'; set local statement_timeout = '1h'")).toEqual(local(3_600_000));
  expect(limitOf('set local statement_timeout = 1800000; set local work_mem = 1')).toEqual(local(1_800_000));
  expect(limitOf("set statement_timeout = '1h'")).toEqual({ isLocal: false, milliseconds: 3_600_000 });
  expect(limitOf('reset statement_timeout')).toEqual({ isLocal: false, milliseconds: undefined });
  expect(limitOf('select 1')).toBeNull();
});

test('OPS-21 the driver waits longer than PostgreSQL takes to cancel', () => {
  expect(patienceFor(undefined)).toEqual({});
  expect(patienceFor(15_000).query_timeout).toBeGreaterThan(15_000);
  expect(patienceFor(0).query_timeout).toBeGreaterThan(24 * 60 * 60 * 1000);
});
