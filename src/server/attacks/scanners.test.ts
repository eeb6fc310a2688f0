import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { CALLERS } from './callers.ts';
import { addressOf, MATRIX, type Matrix, openMatrix } from './matrix.ts';
import { pastedValues } from './pasted-values.ts';
import { PERMITTED_INVESTOR } from './people.ts';
import { isReached } from './reach.ts';
import { sqlmap } from './sqlmap.ts';
import { wapiti } from './wapiti.ts';
import { OWNERS, type Owner } from './world.ts';

// `npm run prove scanners` tries every endpoint.
const isWhole = process.env['SCAN'] === 'all';
const PLANTED = 'fcs.company';
/** It has a text in its query, which is what wapiti changes, and its statement is compiled each time, so that the text can be pasted. */
const PLANTED_FOR_WAPITI = 'operatorDealTerms.terms';
/** Browsers have dropped this header, because its filter caused vulnerabilities. The content security policy replaces it. */
const OBSOLETE = 'X-XSS-Protection is not set';
const LONG = 60 * 60_000;
const isInstalled = await promisify(execFile)('sqlmap', ['--version']).then(
  () => true,
  () => false,
);

const opened: Matrix[] = [];
afterAll(() => Promise.all(opened.map((matrix) => matrix.close())));
async function open(options: Parameters<typeof openMatrix>[0] = {}): Promise<Matrix> {
  const matrix = await openMatrix(options);
  opened.push(matrix);
  return matrix;
}

type Line = (typeof MATRIX)[number];

/** A caller who is admitted, and a thing that they may see. */
function whoReaches({ row }: Line): { caller: string; owner: Owner } {
  const pairs = CALLERS.flatMap((caller) => OWNERS.map((owner) => ({ caller, owner })));
  return (
    pairs.find(({ caller, owner }) => isReached(row, caller, owner)) ?? {
      caller: PERMITTED_INVESTOR,
      owner: 'own',
    }
  );
}

const scan = async (matrix: Matrix, line: Line) => {
  const { caller, owner } = whoReaches(line);
  await matrix.renewCallers();
  const request = matrix.baseRequest(line.row, caller, owner);
  // A request without values has nothing to inject into.
  if (Object.keys({ ...request.params, ...request.query, ...Object(request.body) }).length === 0)
    return { found: [], suspected: [], printed: '' };
  return sqlmap(matrix.url, { endpoint: line.endpoint, request, headers: matrix.headersOf(caller) });
};

const planted = MATRIX.filter(({ name }) => name === PLANTED);

test.skipIf(!isInstalled)(
  'security rule: a text pasted into its statement is found by the scanner',
  async () => {
    const matrix = await open({ served: (db) => db.withPlugin(pastedValues) });
    for (const line of planted) {
      const { suspected, printed } = await scan(matrix, line);
      expect(suspected, printed).not.toEqual([]);
    }
  },
  LONG,
);

test.skipIf(!isInstalled)(
  'security rule: the scanner finds nothing to inject into, and nothing that it sends is our own fault',
  async () => {
    const matrix = await open();
    const found: string[] = [];
    for (const line of isWhole ? MATRIX : planted) {
      const { found: said } = await scan(matrix, line);
      found.push(...said.map((words) => `${line.name}: ${words}`));
      if (isWhole) process.stdout.write(`${line.name}: ${said.length} findings\n`);
    }
    const { answers, faults } = await answered(matrix);
    process.stdout.write(`sqlmap sent ${answers} requests; ${faults} faults of ours\n`);
    expect(answers).toBeGreaterThan(20);
    expect({ found, faults }).toEqual({ found: [], faults: 0 });
  },
  LONG,
);

/** The addresses that can be requested with a GET, by the caller who is admitted. */
function addressesOf(matrix: Matrix, lines: readonly Line[]): Map<string, string[]> {
  const byCaller = new Map<string, string[]>();
  for (const line of lines) {
    if (line.endpoint.method !== 'GET') continue;
    const { caller, owner } = whoReaches(line);
    const address = addressOf(line.endpoint, matrix.baseRequest(line.row, caller, owner));
    byCaller.set(caller, [...(byCaller.get(caller) ?? []), address]);
  }
  return byCaller;
}

test.runIf(isWhole)(
  'security rule: wapiti finds nothing, and finds what is planted',
  async () => {
    const attack = async (matrix: Matrix, lines: readonly Line[]) => {
      const found: string[] = [];
      for (const [caller, addresses] of addressesOf(matrix, lines))
        found.push(...(await wapiti(matrix.url, addresses, matrix.headersOf(caller))));
      return found.filter((words) => !words.includes(OBSOLETE));
    };
    const broken = await open({ served: (db) => db.withPlugin(pastedValues) });
    const inBroken = await attack(
      broken,
      MATRIX.filter(({ name }) => name === PLANTED_FOR_WAPITI),
    );
    process.stdout.write(`planted: ${inBroken.length} found, the first ${inBroken[0]}\n`);
    expect(inBroken).not.toEqual([]);
    const matrix = await open();
    const found = await attack(matrix, MATRIX);
    const { answers, faults } = await answered(matrix);
    process.stdout.write(`wapiti sent ${answers} requests; ${faults} faults of ours\n`);
    expect({ found, faults }).toEqual({ found: [], faults: 0 });
  },
  LONG,
);

/** The number of answers, as the portal's own metrics count them. */
async function answered({ url }: Matrix): Promise<{ answers: number; faults: number }> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const lines = metrics.split('\n').filter((line) => line.startsWith('portal_http_request_seconds_count'));
  const sum = (some: string[]) => some.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return { answers: sum(lines), faults: sum(lines.filter((line) => /status="500"/.test(line))) };
}
