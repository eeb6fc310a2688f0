import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contract } from '../../shared/contract/all.ts';
import { type Endpoint, isReading } from '../../shared/contract/endpoint.ts';
import { APPROVAL_KINDS } from '../../shared/domain/approvals.ts';
import { allJobs } from '../all-jobs.ts';
import {
  APPROVALS_WITHOUT_MONEY,
  type EndpointName,
  MONEY_CHANGES,
  MOVES_NO_MONEY,
  type Way,
} from '../approvals/money-changes.ts';

const endpoints = new Map<string, Endpoint>(
  Object.entries(contract).flatMap(([area, feature]) =>
    Object.entries(feature).map(([name, one]): [string, Endpoint] => [`${area}.${name}`, one]),
  ),
);
const ways: readonly Way[] = MONEY_CHANGES.flatMap((change) => change.ways);
const named = ways.flatMap((way) => ('endpoints' in way ? way.endpoints : []));
const listed = MOVES_NO_MONEY.flatMap((group) => group.endpoints);

function endpointOf(name: EndpointName): Endpoint {
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new Error(`The contract has no ${name}.`);
  return endpoint;
}

/** What the contract has to say of an endpoint of that way. */
function expectedOf(way: Way) {
  switch (way.way) {
    case 'desk':
      return {
        access: 'staff',
        needs: way.needs === null ? ['view-desk'] : ['view-desk', way.needs],
        freshFactor: way.freshFactor,
        scope: undefined,
      };
    case 'service token':
      return { access: 'service token', needs: [], freshFactor: false, scope: way.scope };
    case 'investor':
      return { access: 'investor', needs: [], freshFactor: way.freshFactor, scope: undefined };
    default:
      return { needs: [], freshFactor: false, scope: undefined };
  }
}

const isRefusedAboveLimit = ({ refusals = [] }: Endpoint) => refusals.includes('second_person_needed');
const isAskedFor = ({ records = [] }: Endpoint) => records.includes('approval asked for');

test('ACCESS-07 every call that changes something moves money by one row of the table, or is listed among those that move none', () => {
  const changing = [...endpoints].filter(([, endpoint]) => !isReading(endpoint)).map(([name]) => name);
  const rows = (name: string) =>
    [...named, ...listed].filter((one) => one === name || name.startsWith(`${one}.`));
  // Previews change nothing, and some are no reading in the contract.
  expect(changing.filter((name) => rows(name).length !== 1)).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
  for (const name of [...named, ...listed])
    expect([name, changing.some((one) => one === name || one.startsWith(`${name}.`))]).toEqual([name, true]);
});

test('ACCESS-07 security rule: of each call that moves money the contract asks for what its row says', () => {
  const differing = [];
  for (const way of ways) {
    if (!('endpoints' in way)) continue;
    const expected = expectedOf(way);
    for (const name of way.endpoints) {
      const { access, needs = [], needsFreshFactor, scope } = endpointOf(name);
      const found = { access, needs: [...needs], freshFactor: needsFreshFactor ?? false, scope };
      const wanted = { access, ...expected };
      if (JSON.stringify(found) !== JSON.stringify(wanted)) differing.push({ name, found, wanted });
    }
  }
  expect(differing).toEqual([]);
});

test('ACCESS-07 security rule: a second person is asked for where the row says so, and the limits are those of money', () => {
  const differing = [];
  for (const way of ways) {
    expect((way.limit !== null) === (way.secondPerson === 'above the limit')).toBe(true);
    if (!('endpoints' in way) || way.secondPerson === 'always') continue;
    // A token cannot ask again at the desk, so its call becomes the request where there is an approval of its kind.
    const isSecondAsked =
      way.way === 'service token' && (way.approvals || way.limit === null) ? isAskedFor : isRefusedAboveLimit;
    for (const name of way.endpoints)
      if (isSecondAsked(endpointOf(name)) !== (way.limit !== null))
        differing.push({ name, limit: way.limit });
  }
  expect(differing).toEqual([]);
  const asking = ways.filter((way) => way.secondPerson === 'always' && way.way === 'desk' && way.approvals);
  for (const way of asking)
    if ('endpoints' in way)
      for (const name of way.endpoints) expect([name, isAskedFor(endpointOf(name))]).toEqual([name, true]);
});

test('ACCESS-07 who may do it alone, or without the second factor, is told why', () => {
  const silent = ways.filter((way) => {
    const needsWords = way.secondPerson === 'never' || ('freshFactor' in way && way.freshFactor !== true);
    return needsWords && !way.why;
  });
  expect(silent).toEqual([]);
});

test('ACCESS-07 everything that takes two people is named by the table, or takes them for another reason than money', () => {
  const approvals = ways.flatMap((way) => ('approvals' in way ? (way.approvals ?? []) : []));
  expect([...new Set([...approvals, ...APPROVALS_WITHOUT_MONEY])].sort()).toEqual([...APPROVAL_KINDS].sort());
  expect(APPROVALS_WITHOUT_MONEY.filter((kind) => approvals.includes(kind))).toEqual([]);
});

test('ACCESS-07 the commands and jobs of the table exist', async () => {
  const cli = await readFile(new URL('../cli.ts', import.meta.url), 'utf8');
  const commands = ways.flatMap((way) => (way.way === 'command line' ? way.commands : []));
  for (const command of commands) expect(cli).toMatch(new RegExp(`^  '?${command}'?: async`, 'm'));
  const jobs = ways.flatMap((way) => (way.way === 'job' ? way.jobs : []));
  const known = allJobs.map(({ name }) => name);
  expect(jobs.filter((job) => !known.includes(job))).toEqual([]);
});
