import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KINDS } from './subject-names.ts';

/** What is written after these is what people call it by, or it has no other name. */
const SAYS_ITSELF: readonly string[] = [
  ...['payment', 'nightly report', 'statements of', 'job', 'key'],
  // Shown without their numbers: what they are about is in the name of the event.
  ...['session', 'disposal', 'broker'],
];

const RECORDED = /(?:subject: |recordUse\()`([a-z][a-z ]*) \$\{/g;

test('DESK-24 every kind of thing that an event of the audit trail is about has a name on the board', () => {
  const files = globSync('src/server/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const kinds = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(RECORDED)].flatMap(([, kind]) => kind ?? []),
    ),
  );
  expect(kinds).toContain('payout run');
  expect([...kinds].filter((kind) => !(kind in KINDS) && !SAYS_ITSELF.includes(kind))).toEqual([]);
});
