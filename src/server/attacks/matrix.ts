import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { contract } from '../../shared/contract/all.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { Database } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { CALLERS, type Caller, createCallers, systemWithout } from './callers.ts';
import { addGlobalRows, globalTables, hashGlobalRows, showFactor } from './global-rows.ts';
import { PEOPLE } from './people.ts';
import type { Row, WireRequest } from './reach.ts';
import { type EndpointName, ROWS } from './rows.ts';
import { createWorld, type Owner } from './world.ts';

/** Every endpoint of the contract with its row of the matrix. */
export const MATRIX = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([short, endpoint]) => {
    const name = `${feature}.${short}` as EndpointName;
    return { name, endpoint, row: ROWS[name] };
  }),
);

/** `npm run prove matrix` asks for everything as everybody. */
export const ASKS_FOR_ALL = process.env['MATRIX'] === 'all';

export const callersOf = ({ scope }: Endpoint): readonly string[] =>
  scope ? [...CALLERS, systemWithout(scope)] : CALLERS;

export type Matrix = Awaited<ReturnType<typeof openMatrix>>;

/** Starts the app over HTTP, with every caller and every thing that the matrix names. */
export async function openMatrix({
  served = (db: Database): Database => db,
  ...overrides
}: Partial<Deps> & { served?: (db: Database) => Database } = {}) {
  const database = await createTestDatabase();
  // Each request comes from its own address, because the limits on guessing are not tested here.
  const app = await startTestApp(database, {
    db: served(database.db),
    trustedProxies: ['127.0.0.1'],
    ...overrides,
  });
  const world = await createWorld(database);
  const callers = new Map(await createCallers(database.owner, world));
  const { owner } = database;
  const tables = await globalTables(owner);
  const watched = new Map(
    Object.entries(world)
      .filter(([name]) => name !== 'nobody')
      .map(([name, { userId }]) => [`the investor of ${name}`, userId]),
  );
  for (const [name, { isByForeignTicket }] of PEOPLE)
    if (isByForeignTicket) watched.set(name, callerNamed(name).userId);
  for (const userId of watched.values()) await addGlobalRows(owner, userId);
  // What asks for it is refused for another reason, or not at all.
  for (const userId of watched.values()) await showFactor(owner, userId);
  let askedCount = 0;

  function callerNamed(name: string): Caller {
    const caller = callers.get(name);
    if (!caller) throw new Error(`The matrix has nobody called ${name}.`);
    return caller;
  }

  const baseRequest = (row: Row, caller: string, owner: Owner): WireRequest =>
    row.send?.(world[owner], callerNamed(caller)) ?? {};

  async function send(
    endpoint: Endpoint,
    caller: string,
    request: WireRequest & { raw?: string },
    headers: Record<string, string> = {},
  ) {
    askedCount += 1;
    const { url, init } = toRequest(endpoint, request, callerNamed(caller));
    const address = `10.${(askedCount >> 16) & 255}.${(askedCount >> 8) & 255}.${askedCount & 255}`;
    const response = await app.fetch(url, {
      ...init,
      headers: { ...init.headers, ...headers, 'x-forwarded-for': address },
    });
    return { status: response.status, text: readable(Buffer.from(await response.arrayBuffer())) };
  }

  return {
    url: app.url,
    database,
    world,
    baseRequest,
    send,
    headersOf: (caller: string) => callerNamed(caller).headers,
    userIdOf: (caller: string) => callerNamed(caller).userId,
    askedCount: () => askedCount,
    /** What is stored of people, outside any tenant, who do nothing themselves or only what a ticket lets them do. */
    async globalRows() {
      const kept = new Map<string, string | null>();
      for (const [name, userId] of watched)
        for (const [table, hash] of Object.entries(await hashGlobalRows(owner, tables, userId)))
          kept.set(`${table} of ${name}`, hash);
      return kept;
    },
    ask: (endpoint: Endpoint, row: Row, caller: string, owner: Owner) =>
      send(endpoint, caller, baseRequest(row, caller, owner)),
    /** Asks for what is of each owner. In CI, one request stands for all whose things are named by the same words, or not at all. */
    askForEach(endpoint: Endpoint, row: Row, caller: string, owners: readonly Owner[]) {
      const sent = new Map<string, ReturnType<typeof send>>();
      const answers = owners.map(async (owner) => {
        const request = baseRequest(row, caller, owner);
        const words = ASKS_FOR_ALL ? owner : JSON.stringify(request, withoutBigints);
        const answer = sent.get(words) ?? send(endpoint, caller, request);
        sent.set(words, answer);
        return { owner, ...(await answer) };
      });
      return Promise.all(answers);
    },
    /** An endpoint notes when a session was used last, and one that nobody notes again ends while the whole matrix is asked for. */
    async stayActive() {
      for (const { userId } of callers.values())
        await withClaims(owner, { userId }, (tx) =>
          sql`update sessions set last_active_at = now() + interval '1 hour' where user_id = ${userId}`.execute(
            tx,
          ),
        );
    },
    /** Creates the same kinds of people again, with sessions that nothing has ended: all of them, or those who may have ended theirs. */
    async renewCallers(names?: readonly string[]) {
      for (const [name, caller] of await createCallers(database.owner, world, names))
        callers.set(name, caller);
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** The text of an answer. A spreadsheet is a zip file, so it is unpacked first. */
function readable(answer: Buffer): string {
  const texts = [answer.toString('latin1')];
  const HEADER = Buffer.from('PK\u0003\u0004', 'latin1');
  for (let at = answer.indexOf(HEADER); at !== -1; at = answer.indexOf(HEADER, at + 4)) {
    const content = at + 30 + answer.readUInt16LE(at + 26) + answer.readUInt16LE(at + 28);
    texts.push(inflateRawSync(answer.subarray(content)).toString('utf8'));
  }
  return texts.join('\n');
}

const withoutBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);

/**
 * Values other than text are written as JSON. A lone surrogate, which no address can contain, becomes the replacement
 * character.
 */
const inAddress = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value, withoutBigints) : String(value)).toWellFormed();

/** The address of a request. The mark is added after each value in it, for tools that replace those values. */
export function addressOf({ path }: Endpoint, { params = {}, query = {} }: WireRequest, mark = ''): string {
  const written = (value: unknown) => encodeURIComponent(inAddress(value)) + mark;
  const filled = path.replace(/:(\w+)/g, (_, name) => written(params[name]));
  const search = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${written(value)}`,
  );
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled;
}

function toRequest(endpoint: Endpoint, request: WireRequest & { raw?: string }, { headers }: Caller) {
  const { body, raw } = request;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body, withoutBigints));
  const init = {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(endpoint.isCommand && { 'idempotency-key': crypto.randomUUID() }),
      ...(endpoint.takes === 'rows'
        ? { 'content-type': 'text/csv' }
        : content !== undefined && { 'content-type': 'application/json' }),
    },
    ...(content !== undefined && { body: content }),
  };
  return { url: addressOf(endpoint, request), init };
}
