import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/all.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { requireContract } from './contract-guard.ts';

let database: TestDatabase;
let app: TestApp;
let documented: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp(database);
  const { paths } = (await (await app.fetch('/api/docs/json')).json()) as { paths: Record<string, object> };
  documented = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const endpoints = Object.values(contract).flatMap((feature) => Object.values(feature));
const named = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;

interface Call {
  method: string;
  path: string;
  mark: string;
  note: string;
}

async function readCalls(): Promise<Call[]> {
  const text = await readFile(new URL('../../../docs/calls.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| (GET|POST|PUT|—) \| `([^`]+)` \| (\w+) \| (.+) \|$/gm)].map(
    ([, method = '', path = '', mark = '', note = '']) => ({ method, path, mark, note }),
  );
}

describe('the contract', () => {
  test('is what OpenAPI at /api/docs describes: every endpoint, and nothing else', () => {
    expect([...documented].sort()).toEqual(endpoints.map(named).sort());
  });

  test('is described in the names and types of the wire', async () => {
    const text = await (await app.fetch('/api/docs/json')).text();
    for (const name of ['total_participation_cost', 'netInvestmentNew', 'grant_type'])
      expect(text).toContain(`"${name}"`);
    expect(text).not.toContain('investmentCost');
  });

  test('stops a route that it does not know', async () => {
    const bare = Fastify();
    requireContract(bare, contract);
    expect(() => bare.get('/api/payouts/secret_sums', async () => 'x')).toThrow(/not in the contract/);
  });

  test('stops an app in which nothing answers an endpoint', async () => {
    const guard = requireContract(Fastify(), contract);
    expect(() => guard.assertComplete()).toThrow(/No route answers POST \/api\/non-tenant\/oauth\/token/);
  });
});

describe('docs/calls.md', () => {
  test('lists every call of the older portal once, each with a known mark', async () => {
    const calls = await readCalls();
    expect(calls).toHaveLength(50);
    expect(new Set(calls.map((call) => `${call.method} ${call.path}`)).size).toBe(50);
    expect(calls.filter((call) => !['kept', 'later', 'merged', 'refused'].includes(call.mark))).toEqual([]);
  });

  test('marks as kept exactly what is answered now', async () => {
    const calls = await readCalls();
    const wronglyMarked = calls.filter(
      (call) => (call.mark === 'kept') !== documented.has(`${call.method} ${call.path}`),
    );
    expect(wronglyMarked).toEqual([]);
  });

  test('merges calls only into calls of the list that stay', async () => {
    const calls = await readCalls();
    const staying = new Set(
      calls.filter((call) => /kept|later/.test(call.mark)).map((call) => `${call.method} ${call.path}`),
    );
    for (const { note } of calls.filter((call) => call.mark === 'merged')) {
      const [, method, path] = /Into (GET|POST|PUT) `([^`]+)`/.exec(note) ?? [];
      expect({ note, stays: staying.has(`${method} ${path}`) }).toEqual({ note, stays: true });
    }
  });

  test('names the feature that each later call waits for', async () => {
    const features = /^(identity|portfolio|payouts|fcs|offers|pre-funding|profile|bank-link):/;
    const calls = await readCalls();
    expect(calls.filter((call) => call.mark === 'later' && !features.test(call.note))).toEqual([]);
  });

  test('LOGIN-09 refused and merged calls do not exist, the one that gave out passwords among them', async () => {
    const gone = (await readCalls()).filter(
      (call) => /refused|merged/.test(call.mark) && call.method !== '—',
    );
    expect(gone.map((call) => call.path)).toContain('/api/checkSyndicateUserExistance/{email}');
    for (const { method, path } of gone) {
      const response = await app.fetch(path.replace(/\{\w+\}/g, '1'), { method });
      expect({ method, path, status: response.status }).toEqual({ method, path, status: 404 });
    }
  });
});
