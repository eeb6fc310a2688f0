import { expect, test } from 'vitest';
import { versionFinding } from './postgres-version.ts';

test.each([
  [14, 'failed', 'PostgreSQL 14.9 is too old: 15 or newer is needed.'],
  [15, 'ok', 'PostgreSQL 15.9, 1 ms'],
  [18, 'ok', 'PostgreSQL 18.9, 1 ms'],
  [19, 'warning', 'PostgreSQL 19.9, 1 ms. The portal is tested with 15 to 18.'],
])(
  'OPS-05 the doctor knows which versions of PostgreSQL the portal is tested with: %i',
  (version, state, text) => {
    expect(versionFinding(version, `${version}.9`, '1 ms')).toEqual({ state, subject: 'database', text });
  },
);
