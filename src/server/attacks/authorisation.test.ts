import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, isForSession } from '../../shared/contract/endpoint.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { CALLERS } from './callers.ts';
import { ASKS_FOR_ALL, callersOf, MATRIX, type Matrix, openMatrix } from './matrix.ts';
import { PEOPLE } from './people.ts';
import { isLetIn, isNeeded, isReached, type Row } from './reach.ts';
import { OWNERS, type Owner } from './world.ts';

type GlobalRows = Awaited<ReturnType<Matrix['globalRows']>>;

let matrix: Matrix;
/** As they were after the endpoint before. */
let rows: GlobalRows;
beforeAll(async () => {
  matrix = await openMatrix();
  rows = await matrix.globalRows();
});
/** How often sessions are noted as used, in endpoints. */
const STAY_ACTIVE_AFTER = 50;
let endpointCount = 0;
beforeEach(async () => {
  endpointCount += 1;
  if (endpointCount % STAY_ACTIVE_AFTER !== 0) return;
  await matrix.stayActive();
  rows = await matrix.globalRows();
});
afterAll(async () => {
  process.stdout.write(
    `${matrix.askedCount()} requests to ${MATRIX.length} endpoints as ${CALLERS.length} kinds of callers\n`,
  );
  await matrix.close();
});

/** The statuses for a caller without access: not signed in, not allowed, not found. */
const REFUSED = [401, 403, 404];
/** The status when no bank provider is set up, as in this test. */
const UNAVAILABLE = 503;

interface Answer {
  status: number;
  text: string;
}

const isAsExpected = (row: Row, caller: string, owner: Owner, { status, text }: Answer): boolean => {
  if (status >= 500 && status !== UNAVAILABLE) return false;
  if (row.reaches === 'everybody') return true;
  // Whoever is told that a code is wrong was let in to try it.
  const isRefused = REFUSED.includes(status) && !text.includes('"code":"second_factor_wrong"');
  return isRefused !== isReached(row, caller, owner);
};

/** True for a member of the tenant who is of another kind than the endpoint is for. */
const isOfOtherKind = ({ access, guests }: Endpoint, caller: string): boolean => {
  const person = PEOPLE.get(caller);
  if (!person?.kind || !isLetIn(person)) return false;
  if (person.kind === 'guest' && guests !== undefined) return false;
  return isForSession(access) && access !== 'investor or staff' && access !== person.kind;
};

/** The marks that must not appear in an answer to that caller. */
const marksBeyond = (row: Row, caller: string): string[] =>
  OWNERS.filter(
    (owner) =>
      row.reaches === 'everybody' || !isReached(row, caller, owner) || isOfOtherTenant(caller, owner),
  ).map((owner) => matrix.world[owner].mark);

/** True for a tenant that somebody's requests do not name, whether or not it would let them in. */
const isOfOtherTenant = (caller: string, owner: Owner): boolean => {
  const person = PEOPLE.get(caller);
  return person !== undefined && (owner === 'another tenant') !== (person.actsElsewhere ?? false);
};

/**
 * In CI, who lacks a permission asks only where it is needed: elsewhere they are like those who hold all of them. Of the kinds of guests
 * that an endpoint for others refuses alike, one asks.
 */
const asksHere = (endpoint: Endpoint, row: Row, caller: string): boolean => {
  const person = PEOPLE.get(caller);
  if (ASKS_FOR_ALL || !person) return true;
  if (person.lacks) return isNeeded(person.lacks, row);
  return person.kind !== 'guest' || caller === 'a guest for everything' || !isOfOtherKind(endpoint, caller);
};

/**
 * Somebody of two tenants asks for the things of both. What is within a tenant, others ask for. In CI, who reaches nothing with a call
 * asks for their own things alone: they are refused before anything is looked up.
 */
const ownersFor = (row: Row, caller: string): readonly Owner[] => {
  const person = PEOPLE.get(caller);
  if (!ASKS_FOR_ALL && !OWNERS.some((owner) => isReached(row, caller, owner)))
    return person?.isOfAnotherTenant ? ['own', 'another tenant'] : ['own'];
  return person?.isOfBoth ? ['own', 'another tenant'] : OWNERS;
};

/** The stored rows that are not as they were. The systems and the staff of a funder may change what belongs to its own investors. */
const changedRows = (before: GlobalRows, after: GlobalRows, { access }: Endpoint): string[] =>
  [...after]
    .filter(([name, hash]) => before.get(name) !== hash)
    .map(([name]) => name)
    .filter((name) => !['service token', 'staff'].includes(access) || !name.includes(' of the investor of '));

/** The looks that were refused, each as who asked and the endpoint. */
const refusedLooks = new Set<string>();
const lookOf = ({ method, path }: Endpoint, caller: string) => `${matrix.userIdOf(caller)} ${method} ${path}`;
const isRefusedLook = (status: number, text: string) =>
  [403, 404].includes(status) && !text.includes('"code":"foreign_origin"');

describe('security rule: every endpoint, as every caller, for what is theirs and for what is not', () => {
  test('ACCESS-06 the people whose rows are watched have some in every table that belongs to no tenant', async () => {
    const empty = [...rows].filter(([, hash]) => hash === null);
    expect(empty).toEqual([]);
  });

  test.each(MATRIX)('ACCESS-01 ACCESS-06 $name', async ({ endpoint, row }) => {
    const before = rows;
    const wrong: string[] = [];
    for (const caller of callersOf(endpoint).filter((one) => asksHere(endpoint, row, one))) {
      const answers = await matrix.askForEach(endpoint, row, caller, ownersFor(row, caller));
      for (const { owner, status, text } of answers) {
        const said = `${caller} asks for what is of ${owner}: ${status} ${text.slice(0, 120)}`;
        if (!isAsExpected(row, caller, owner, { status, text })) wrong.push(said);
        if (isForSession(endpoint.access) && isRefusedLook(status, text))
          refusedLooks.add(lookOf(endpoint, caller));
        if (isOfOtherKind(endpoint, caller) && !text.includes('"code":"role_not_allowed"'))
          wrong.push(`not told that it is for others; ${said}`);
        for (const mark of marksBeyond(row, caller))
          if (text.includes(mark)) wrong.push(`${mark} shown; ${said}`);
      }
    }
    rows = await matrix.globalRows();
    expect({ wrong, changed: changedRows(before, rows, endpoint) }).toEqual({
      wrong: [],
      changed: [],
    });
  });
});

test('AUDIT-02 AUDIT-03 security rule: every refused look of a session is in the trail, and every event has its address', async () => {
  const { world, database } = matrix;
  const trails = [world.own, world['another tenant']].map(({ tenantId }) =>
    withTenant(database.db, tenantId, (tx) =>
      tx.selectFrom('auditEvents').select(['actorId', 'action', 'subject', 'address', 'details']).execute(),
    ),
  );
  const events = (await Promise.all(trails)).flat();
  const recorded = new Set(
    events
      .filter(({ action }) => action === 'access refused')
      .map(({ actorId, subject }) => `${actorId} ${subject}`),
  );
  expect(refusedLooks.size).toBeGreaterThan(100);
  expect([...refusedLooks].filter((look) => !recorded.has(look))).toEqual([]);
  expect(events.filter(({ address }) => address === null)).toEqual([]);
});
