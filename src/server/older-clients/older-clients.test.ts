import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { at } from './client.ts';
import { type Replayed, replayCalls } from './replay.ts';
import { replayTable } from './replay-table.ts';
import { beyond, lacking, readWireFields } from './wire-fields.ts';

interface ListedCall {
  call: string;
  mark: string;
  note: string;
}

let listed: ListedCall[];
let replayed: Replayed[];

// Fifty calls, captchas and a virus scan take a while on a busy machine.
beforeAll(async () => {
  const page = await readFile(new URL('../../../docs/calls.md', import.meta.url), 'utf8');
  listed = [...page.matchAll(/^\| (GET|POST|PUT|—) \| `([^`]+)` \| (\w+) \| (.+) \|$/gm)].map(
    ([, method = '', path = '', mark = '', note = '']) => ({ call: `${method} ${path}`, mark, note }),
  );
  replayed = await replayCalls();
  // `npm run prove older-clients` prints the table.
  if (process.env['SHOW_CALLS']) process.stdout.write(`${replayTable(replayed)}\n`);
}, 180_000);

const listing = (call: string) => listed.find((one) => one.call === call);

/** The part of a note that names what differs from the specification. */
const oursIn = (call: string): string => /\bours\b(.*)/i.exec(listing(call)?.note ?? '')?.[1] ?? '';

describe('a client that was written from the specification alone', () => {
  test('CALL-01 makes every call of docs/calls.md once', () => {
    expect(replayed.map(({ step }) => step.call).sort()).toEqual(listed.map(({ call }) => call).sort());
  });

  test('CALL-01 is answered as specified wherever the list says kept, and nowhere else', () => {
    const seen = replayed.map(({ step, outcome, answer, missing }) => ({
      call: step.call,
      outcome,
      ...(outcome === 'failed' && { status: answer?.status, body: answer?.body, missing }),
    }));
    const said = replayed.map(({ step: { call } }) => ({ call, outcome: listing(call)?.mark }));
    expect(seen).toEqual(said);
  });

  test('CALL-01 is told what to call instead, and what a kept call needs besides', () => {
    const untold = replayed.flatMap(({ step: { call, instead, ours = [] } }) => {
      const [method, path] = instead?.split(' ') ?? [];
      const isTold = !instead || listing(call)?.note.includes(`Call ${method} \`${path}\` instead`);
      const unnamed = ours.filter((name) => !oursIn(call).includes(`\`${name}\``));
      return [...(isTold ? [] : [`${call}: ${instead}`]), ...unnamed.map((name) => `${call}: ${name}`)];
    });
    expect(untold).toEqual([]);
  });

  test('CALL-01 finds every field of appendix C in the answers of kept calls, and ours in the notes', async () => {
    const fieldsOf = await readWireFields();
    const holding = replayed.flatMap(({ step, answer }) =>
      Object.entries(Object.groupBy(Object.entries(step.holds ?? {}), ([, path]) => path)).map(
        ([path, entities = []]) => {
          const fields = entities.flatMap(
            ([entity]) => fieldsOf.get(entity) ?? [{ name: entity, within: [] }],
          );
          const value = at(answer?.body, path);
          const unnamed = beyond(value, fields).filter((name) => !oursIn(step.call).includes(`\`${name}\``));
          return { call: step.call, path, lacks: lacking(value, fields), unnamed };
        },
      ),
    );
    expect(holding.length).toBeGreaterThan(25);
    expect(holding.filter(({ lacks, unnamed }) => lacks.length > 0 || unnamed.length > 0)).toEqual([]);
  });

  test('FCS-05 is told the id of a lender that makes offers here, and of no other', () => {
    const { answer } = replayed.find(({ step }) => step.call.includes('/mcas/')) ?? {};
    expect(answer?.body).toMatchObject([
      { lender_name: 'Harbor Direct', lender_id: expect.any(Number) },
      { lender_name: 'Delta Advance', lender_id: null },
    ]);
  });
});
