import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retentionPage } from './retention-page.ts';

test('DATA-01 docs/retention.md says of every table how long it is kept, in the code’s words', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/retention.md'), 'utf8');
  // After a change: npm run generate retention-docs
  expect(page).toBe(retentionPage(page));
  for (const table of ['users', 'payout_lines', 'audit_events', 'legal_holds'])
    expect(page).toContain(`\n| \`${table}\` |`);
});
