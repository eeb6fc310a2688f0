import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/v4/core';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { altered } from './arbitraries.ts';
import { CALLERS } from './callers.ts';
import { callersOf, MATRIX, type Matrix, openMatrix } from './matrix.ts';
import { isReached, type Row, type WireRequest } from './reach.ts';
import { OWNERS, type Owner } from './world.ts';

// `npm run prove requests` sends 100,000.
const REQUESTS = Number(process.env['REQUESTS'] ?? 1_000);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const LONG = 60 * 60_000;

let matrix: Matrix;
const statuses = new Map<number, number>();
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(async () => {
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`${matrix.askedCount()} generated requests, seed ${SEED}; ${told.join(', ')}\n`);
  await matrix.close();
});

/** Finds what is wrong with an answer. A refusal must be a deliberate one, without an internal error or internal details. */
function findFault(status: number, text: string): string | null {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500 && !/"code":"(bank_unavailable|server_busy)"/.test(text)) return 'our own fault';
  if (status >= 400 && status !== 431 && !/^\{"code":"[a-z_]+","message":/.test(text))
    return 'no refusal of ours';
  return /\.ts:\d+|node_modules|syntax error at|relation "/.test(text) ? 'shows our insides' : null;
}

type Sent = WireRequest & { raw?: string };

const rawBodies = fc.constantFrom(
  '',
  '{',
  '[1,',
  '"',
  'null',
  '{"a":1,}',
  '\u0000',
  '<xml/>',
  'x'.repeat(300_000),
);

function requests(endpoint: Endpoint, base: WireRequest): fc.Arbitrary<Sent> {
  const part = (name: 'params' | 'query' | 'body') =>
    altered(base[name], endpoint[name === 'query' ? 'query' : name] as z.$ZodType | undefined);
  const asRecord = (value: unknown) => Object(value) as Record<string, unknown>;
  return fc.record(
    {
      params: part('params').map((params) => ({ ...base.params, ...asRecord(params) })),
      query: part('query').map(asRecord),
      ...(endpoint.body && { body: part('body') }),
      ...(endpoint.method !== 'GET' && { raw: fc.option(rawBodies, { freq: 12, nil: undefined }) }),
    },
    { requiredKeys: ['params'] },
  ) as fc.Arbitrary<Sent>;
}

const someone = (endpoint: Endpoint, row: Row): fc.Arbitrary<{ caller: string; owner: Owner }> => {
  const callers = callersOf(endpoint);
  // Half of the requests come from a caller whom the endpoint admits.
  const likely = callers.filter((caller) => OWNERS.some((owner) => isReached(row, caller, owner)));
  return fc.record({
    caller: fc.oneof(fc.constantFrom(...(likely.length > 0 ? likely : CALLERS)), fc.constantFrom(...callers)),
    owner: fc.constantFrom(...OWNERS),
  });
};

/** Those who have sent what may have changed something: some of the requests sign out and end sessions. */
const spent = new Set<string>();

const perEndpoint = Math.ceil(REQUESTS / MATRIX.length);

describe('security rule: whatever is sent, the answer is one that we thought of', () => {
  test.each(MATRIX)(
    '$name',
    async ({ endpoint, row }) => {
      await matrix.renewCallers([...spent]);
      spent.clear();
      const property = fc.asyncProperty(
        someone(endpoint, row).chain(({ caller, owner }) =>
          requests(endpoint, matrix.baseRequest(row, caller, owner)).map((sent) => ({ caller, sent })),
        ),
        async ({ caller, sent }) => {
          if (endpoint.method !== 'GET') spent.add(caller);
          const { status, text } = await matrix.send(endpoint, caller, sent);
          const fault = findFault(status, text);
          expect(fault && `${fault}: ${status} ${text.slice(0, 300)}`).toBeNull();
        },
      );
      await fc.assert(property, { numRuns: perEndpoint, seed: SEED });
    },
    LONG,
  );
});
