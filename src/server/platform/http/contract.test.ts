import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/all.ts';
import { type Endpoint, isForSession } from '../../../shared/contract/endpoint.ts';
import { mayHold, PERMISSIONS } from '../../../shared/domain/permissions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { requireContract } from './contract-guard.ts';

let database: TestDatabase;
let app: TestApp;
/** By method and path, as OpenAPI writes it. */
let ofPortal: Map<string, Operation>;
let ofOperator: Map<string, Operation>;
let documented: Map<string, Operation>;

interface Operation {
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { in: string; name: string; required: boolean }[];
  responses: Record<string, { content: { 'application/json': { schema: { properties?: Properties } } } }>;
}
type Properties = Record<string, { enum?: string[] }>;

async function readDocs(path: string): Promise<Map<string, Operation>> {
  const { paths } = (await (await app.fetch(`${path}/json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp(database);
  ofPortal = await readDocs('/api/docs');
  ofOperator = await readDocs('/api/operator/docs');
  documented = new Map([...ofPortal, ...ofOperator]);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const endpoints: Endpoint[] = Object.values(contract).flatMap((feature) => Object.values(feature));
const SCHEMES = {
  anyone: [],
  cookie: ['cookie'],
  investor: ['session'],
  staff: ['session'],
  guest: ['session'],
  'investor or staff': ['session'],
  'offer link': ['link'],
  'bank link': ['link'],
  'service token': ['serviceToken'],
};
const named = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;

interface Call {
  method: string;
  path: string;
  mark: string;
  note: string;
}

async function readCalls(): Promise<Call[]> {
  const text = await readFile(new URL('../../../../docs/calls.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| (GET|POST|PUT|—) \| `([^`]+)` \| (\w+) \| (.+) \|$/gm)].map(
    ([, method = '', path = '', mark = '', note = '']) => ({ method, path, mark, note }),
  );
}

describe('the contract', () => {
  test('is what OpenAPI describes: every endpoint in one of the two documents, and nothing else', () => {
    const isOperators = (endpoint: Endpoint) => endpoint.access === 'service token';
    const namesOf = (meant: Endpoint[]) => meant.map(named).sort();
    expect([...ofOperator.keys()].sort()).toEqual(namesOf(endpoints.filter(isOperators)));
    expect([...ofPortal.keys()].sort()).toEqual(namesOf(endpoints.filter((e) => !isOperators(e))));
  });

  test.each(endpoints.map((endpoint) => [named(endpoint), endpoint] as const))(
    'OPS-01 OpenAPI tells who may call %s, with which headers, and what it refuses',
    (name, endpoint) => {
      const operation = documented.get(name);
      const headers = operation?.parameters?.filter((one) => one.in === 'header' && one.required) ?? [];
      expect(headers.map((header) => header.name)).toEqual([
        ...(endpoint.isCommand && !endpoint.isKeyOptional ? ['Idempotency-Key'] : []),
        ...(isForSession(endpoint.access) ? ['X-TENANT'] : []),
      ]);
      const schemes = operation?.security.flatMap((one) => Object.keys(one));
      expect(schemes).toEqual(endpoint.linkTokenIn ? [] : SCHEMES[endpoint.access]);
      for (const needed of [endpoint.scope, ...(endpoint.needs ?? [])].filter(Boolean))
        expect(operation?.description).toContain(`\`${needed}\``);
      const codes = Object.values(operation?.responses ?? {}).flatMap(
        ({ content }) => content['application/json'].schema.properties?.['code']?.enum ?? [],
      );
      const ofNeeds = (endpoint.needs ?? []).map((permission) => PERMISSIONS[permission].refusal);
      const own = [...(endpoint.refusals ?? []), ...(endpoint.scope ? ['scope_missing'] : []), ...ofNeeds];
      expect(codes).toEqual(expect.arrayContaining(['invalid_request', 'unexpected', ...own]));
    },
  );

  test('ACCESS-01 a call needs only permissions that somebody who may call it can hold', () => {
    const impossible = endpoints.filter(({ access, needs = [] }) => {
      const kind = access === 'staff' ? 'staff' : ['investor', 'cookie'].includes(access) ? 'investor' : null;
      return needs.some((permission) => kind === null || !mayHold(kind, permission));
    });
    expect(impossible.map(named)).toEqual([]);
  });

  test('OPS-01 every call that changes something for an operator says what it refuses of its own', () => {
    const silent = endpoints.filter(
      ({ access, method, refusals }) => access === 'service token' && method !== 'GET' && !refusals,
    );
    // One always queues its work; the other leaves out whom it cannot invite.
    expect(silent.map(named)).toEqual([
      'POST /api/operator/v1/reconciliation',
      'POST /api/operator/v1/users/invite_all',
    ]);
  });

  test('is shown to people at both addresses', async () => {
    for (const path of ['/api/docs', '/api/operator/docs'])
      expect({ path, status: (await app.fetch(`${path}/`)).status }).toEqual({ path, status: 200 });
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
    expect(() => guard.assertComplete()).toThrow(/No route answers .*POST \/api\/non-tenant\/oauth\/token/);
  });
});

describe('docs/calls.md', () => {
  test('lists every call of the older portal once, each with a known mark', async () => {
    const calls = await readCalls();
    expect(calls).toHaveLength(50);
    expect(new Set(calls.map((call) => `${call.method} ${call.path}`)).size).toBe(50);
    expect(calls.filter((call) => !['kept', 'replaced', 'refused'].includes(call.mark))).toEqual([]);
  });

  test('marks as kept exactly what is answered now', async () => {
    const calls = await readCalls();
    const wronglyMarked = calls.filter(
      (call) => (call.mark === 'kept') !== documented.has(`${call.method} ${call.path}`),
    );
    expect(wronglyMarked).toEqual([]);
  });

  test('replaces calls only by calls of the list that stay', async () => {
    const calls = await readCalls();
    const staying = new Set(
      calls.filter((call) => call.mark === 'kept').map((call) => `${call.method} ${call.path}`),
    );
    for (const { note } of calls.filter((call) => call.mark === 'replaced')) {
      const [, method, path] = /^Call (GET|POST|PUT) `([^`]+)` instead/.exec(note) ?? [];
      expect({ note, stays: staying.has(`${method} ${path}`) }).toEqual({ note, stays: true });
    }
  });

  test('LOGIN-09 refused and replaced calls do not exist, the one that gave out passwords among them', async () => {
    const gone = (await readCalls()).filter(
      (call) => /refused|replaced/.test(call.mark) && call.method !== '—',
    );
    expect(gone.map((call) => call.path)).toContain('/api/checkSyndicateUserExistance/{email}');
    for (const { method, path } of gone) {
      const response = await app.fetch(path.replace(/\{\w+\}/g, '1'), { method });
      expect({ method, path, status: response.status }).toEqual({ method, path, status: 404 });
    }
  });
});
