import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('OPS-50 security rule: a command runs nothing of the folder in which it was typed, whosever that is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-folder-'));
  await writeFile(path.join(folder, '.graphile-workerrc.js'), `console.log('not ours'); process.exit(7);`);
  const said = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'cli.ts'), 'migrate', '--help'],
    { cwd: folder },
  ).catch((error: { code: number; stdout: string }) => error);
  await rm(folder, { recursive: true });
  expect(said).not.toHaveProperty('code');
  expect(said.stdout).toMatch(/^migrate: /);
});
