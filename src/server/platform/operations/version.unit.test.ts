import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRegistry } from './metrics.ts';
import { readVersion } from './version.ts';

test('OPS-42 the version is that of package.json, with the commit of the release; a folder without git has none', async () => {
  const home = await mkdtemp(join(tmpdir(), 'version-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await writeFile(join(home, 'package.json'), '{ "version": "1.2.3" }');
  expect(readVersion(home)).toEqual({ version: '1.2.3', commit: null });
  await writeFile(join(home, 'build.json'), '{ "version": "1.2.4", "commit": "abc123" }');
  expect(readVersion(home)).toEqual({ version: '1.2.4', commit: 'abc123' });
  const { version } = readVersion();
  expect(await createRegistry().metrics()).toContain(`portal_build_info{version="${version}",commit="`);
});
