import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trailOf } from '../testing/audit-trail.ts';
import type { Answer } from '../testing/desk.ts';
import { readNachaFile } from '../testing/nacha-reader.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk, readRun } from '../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { type BackEntry, backOf, writeReturnFile } from '../testing/return-files.ts';

let portal: TestPortal;
let desk: RunDesk;
let runId: number;
/** What a bank would write to give back the two payouts that went out. */
let returns: BackEntry[];

beforeAll(async () => {
  portal = await openTestPortal();
  desk = await openRunDesk(portal, [{ name: 'Allegheny' }, { name: 'Lakefront', holder: 'person' }]);
  const { book, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  runId = await prepareNext(desk);
  await approveAsSeen(marcus, runId);
  await ingrid.post(`payouts/${runId}/file`);
  const { text } = await ingrid.post(`payouts/${runId}/download`);
  returns = readNachaFile(String(text)).entries.map((entry) => backOf(entry));
});
afterAll(() => portal.close());

const read = (text: string) => desk.ingrid.post('return_files', { name: 'bank.ach', text });

async function findings(text: string): Promise<{ answer: Answer; found: string[] }> {
  const answer = await read(text);
  if (answer.status !== 200) return { answer, found: [] };
  const { entries } = await desk.ingrid.get(`return_files/${answer['file_id']}`);
  return { answer, found: (entries as { finding: string }[]).map(({ finding }) => finding) };
}

/** Nothing came back, whatever was read. */
async function expectNothingEntered(): Promise<void> {
  const { items } = await readRun(desk.ingrid, runId);
  expect(items.map(({ return_code }) => return_code)).toEqual([null, null]);
}

const first = (): BackEntry => returns[0] as BackEntry;

/** One field of a valid return made another one. */
const MUTATED: Readonly<Record<string, (entry: BackEntry) => Partial<BackEntry>>> = {
  'other company': () => ({ companyId: '9999999999' }),
  'other routing': () => ({ routing: '011401533' }),
  'unknown trace': () => ({ trace: '021000029999999' }),
  'other amount': ({ amount }) => ({ amount: amount + 1n }),
  'other receiver': () => ({ id: 'S999' }),
  'other class': () => ({ class: 'WEB' }),
  debit: () => ({ transaction: '26' }),
  'code unknown': () => ({ code: 'R99' }),
};

test.each(Object.keys(MUTATED))(
  'RUN-26 security rule: a return that differs from ours in one field is listed as %s and cannot be entered',
  async (finding) => {
    const entry = { ...first(), ...MUTATED[finding]?.(first()) };
    const { answer, found } = await findings(writeReturnFile([entry]));
    expect(found).toEqual([finding]);
    const seen = { returns: 1, amount: '96.00', notices: 0 };
    for (const how of ['enter', 'ask']) {
      const path = `return_files/${answer['file_id']}/${how}`;
      expect(await desk.ingrid.post(path, seen)).toMatchObject({ code: 'return_changed' });
      expect(await desk.ingrid.post(path, { returns: 0, amount: '0.00', notices: 0 })).toMatchObject({
        code: 'return_file_empty',
      });
    }
    await expectNothingEntered();
  },
);

test('RUN-26 security rule: another company with our trace number is listed beside ours, which alone can be entered', async () => {
  const foreign = { ...first(), companyId: '9999999999', amount: 5_00n };
  const { answer, found } = await findings(writeReturnFile([foreign, ...returns], { modifier: 'F' }));
  expect(found).toEqual(['other company', 'ours', 'ours']);
  const file = await desk.ingrid.get(`return_files/${answer['file_id']}`);
  expect(file).toMatchObject({ total: '197.00', seen: { returns: 2, amount: '192.00', notices: 0 } });
  await expectNothingEntered();
});

test('RUN-26 the same return twice in one file is one return', async () => {
  const { found } = await findings(writeReturnFile([first(), first()], { modifier: 'T' }));
  expect(found).toEqual(['ours', 'twice in file']);
});

/** What is done to the lines of a valid file, and what is wrong with it then. */
const BROKEN: readonly [string, (lines: string[]) => string[], RegExp][] = [
  ['without a file header', (lines) => lines.slice(1), /line 1 is no file header/],
  ['cut off in the middle', (lines) => lines.slice(0, 4), /line 4 has no batch control after it/],
  ['cut off before the file control', (lines) => lines.slice(0, 9), /file control is missing/],
  ['without one of its batches', (lines) => lines.toSpliced(1, 4), /number of batches/],
  ['with a short line', (lines) => lines.with(2, (lines[2] ?? '').slice(0, 93)), /line 3 has 93 characters/],
  [
    'with a letter in an amount',
    (lines) => lines.with(2, over(lines[2], 30, 'X')),
    /line 3 has no number at 30/,
  ],
  [
    'with another count of entries',
    (lines) => lines.with(4, over(lines[4], 5, '000003')),
    /number of entries/,
  ],
  ['with another hash', (lines) => lines.with(4, over(lines[4], 11, '0000000001')), /as the hash/],
  [
    'with another sum of debits',
    (lines) => lines.with(4, over(lines[4], 21, '000000000001')),
    /sum of debits/,
  ],
  [
    'with another sum of credits',
    (lines) => lines.with(4, over(lines[4], 33, '000000000001')),
    /sum of credits/,
  ],
  [
    'with another company in its control',
    (lines) => lines.with(4, over(lines[4], 45, '0')),
    /another company/,
  ],
  ['with another batch number', (lines) => lines.with(4, over(lines[4], 88, '0000007')), /batch number/],
  ['with another service class', (lines) => lines.with(4, over(lines[4], 2, '220')), /service class/],
  [
    'with another count of batches',
    (lines) => lines.with(9, over(lines[9], 2, '000003')),
    /number of batches/,
  ],
  ['with another count of blocks', (lines) => lines.with(9, over(lines[9], 8, '000002')), /number of blocks/],
  [
    'with another count in the file',
    (lines) => lines.with(9, over(lines[9], 14, '00000003')),
    /number of entries/,
  ],
  [
    'with another hash of the file',
    (lines) => lines.with(9, over(lines[9], 22, '0000000001')),
    /as the hash/,
  ],
  [
    'with other debits of the file',
    (lines) => lines.with(9, over(lines[9], 32, '000000000001')),
    /sum of debits/,
  ],
  [
    'with other credits of the file',
    (lines) => lines.with(9, over(lines[9], 44, '000000000001')),
    /sum of credits/,
  ],
  ['with an entry that says no code', (lines) => lines.with(3, over(lines[3], 2, '05')), /does not say why/],
  ['with something after its end', (lines) => [...lines, lines[1] ?? ''], /after the file control/],
  ['of two lines without batch or totals', (lines) => [lines[0] ?? '', lines[3] ?? ''], /no batch header/],
];

/** The line with other characters from a position on, counted from 1. */
function over(line = '', from: number, characters: string): string {
  return line.slice(0, from - 1) + characters + line.slice(from - 1 + characters.length);
}

test.each(BROKEN)(
  'RUN-26 security rule: a file %s is refused whole, with the line and what is wrong',
  async (_how, breakIt, words) => {
    const lines = breakIt(writeReturnFile(returns).split('\r\n').slice(0, -1));
    const answer = await read(lines.join('\r\n'));
    expect(answer).toMatchObject({ status: 422, code: 'return_file_unreadable' });
    expect(answer['message']).toMatch(words);
    await expectNothingEntered();
  },
);

const RUNS = Number(process.env['GENERATED_RUNS'] ?? 100);

test(`RUN-26 security rule: of ${RUNS} generated files no entry counts that differs from ours in any field`, async () => {
  const entry = fc.record({
    of: fc.constantFrom(0, 1),
    code: fc.constantFrom('R03', 'R99', 'R01'),
    companyId: fc.constantFrom('1987654321', '9999999999'),
    routing: fc.constantFrom('021000021', '011401533'),
    class: fc.constantFrom('CCD', 'PPD', 'WEB'),
    transaction: fc.constantFrom('21', '31', '26'),
    more: fc.constantFrom(0n, 0n, 1n, -1n, 100_00n),
    isOtherReceiver: fc.boolean(),
    isOtherTrace: fc.boolean(),
  });
  let entries = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 6 }), async (generated) => {
      const taken = new Set<number>();
      const isOurs = generated.map((one) => {
        const agrees =
          ['R03', 'R01'].includes(one.code) && one.companyId === '1987654321' && one.routing === '021000021';
        const isSame = agrees && one.class !== 'WEB' && one.transaction !== '26' && one.more === 0n;
        const isFirst = isSame && !one.isOtherReceiver && !one.isOtherTrace && !taken.has(one.of);
        if (isFirst) taken.add(one.of);
        return isFirst;
      });
      const text = writeReturnFile(
        generated.map(({ of, more, isOtherReceiver, isOtherTrace, ...fields }) => ({
          ...(returns[of] as BackEntry),
          ...fields,
          amount: (returns[of]?.amount ?? 0n) + more,
          ...(isOtherReceiver && { id: returns[1 - of]?.id ?? '' }),
          ...(isOtherTrace && { trace: '021000027777777' }),
        })),
      );
      const { found } = await findings(text);
      entries += found.length;
      expect(found.map((finding) => finding === 'ours')).toEqual(isOurs);
    }),
    { numRuns: RUNS },
  );
  expect(entries).toBeGreaterThan(RUNS);
  await expectNothingEntered();
  const trail = await trailOf(portal.database, desk.tenantId, `payout run ${runId}`);
  expect(trail.map(({ action }) => action)).not.toContain('payout returned');
});
