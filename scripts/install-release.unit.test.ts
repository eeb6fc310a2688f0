import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
let folder = '';

/** A systemctl that knows a worker and two api processes, and notes of each restart which release it started. */
const SYSTEMCTL = `#!/bin/sh
case $1 in
  list-units) case $* in *worker*) echo portal-worker@3001.service ;; *) printf 'portal-api@3000.service\\nportal-api@3002.service\\n' ;; esac ;;
  restart) echo "restart $2 with $(basename "$(readlink -f "$PORTAL_ROOT/current")")" >>"$LOG" ;;
esac
`;
/** A portal of which one release never gets ready at one port. */
const PORTAL = `#!/bin/sh
case $1 in
  migrate) echo "migrate by $(basename "$(dirname "$(dirname "$0")")") as $DATABASE_OWNER_URL" >>"$LOG" ;;
  ready) [ "$(basename "$(readlink -f "$PORTAL_ROOT/current")") $2" != "$NEVER_READY" ] ;;
esac
`;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'install-release-'));
  await mkdir(`${folder}/bin`);
  await writeFile(`${folder}/bin/systemctl`, SYSTEMCTL, { mode: 0o755 });
  await writeFile(`${folder}/owner.env`, 'DATABASE_OWNER_URL=owner\n');
});
afterEach(() => rm(folder, { recursive: true }));

const log = async () => {
  const text = await readFile(`${folder}/log`, 'utf8').catch(() => '');
  await rm(`${folder}/log`, { force: true });
  return text.split('\n').filter(Boolean);
};
const linkOf = (name: string) => readlink(`${folder}/portal/${name}`);

async function makeRelease(version: string): Promise<string> {
  const name = `portal-${version}`;
  await mkdir(`${folder}/${name}/deploy`, { recursive: true });
  await writeFile(`${folder}/${name}/deploy/portal`, PORTAL, { mode: 0o755 });
  await run('tar', ['-czf', `${folder}/${name}.tar.gz`, '-C', folder, name]);
  const sum = createHash('sha256').update(await readFile(`${folder}/${name}.tar.gz`));
  await writeFile(`${folder}/SHA256SUMS`, `${sum.digest('hex')}  ${name}.tar.gz\n`, { flag: 'a' });
  return `${folder}/${name}.tar.gz`;
}

const install = (argument: string, neverReady = '') =>
  run('deploy/install-release', [argument], {
    env: {
      PATH: `${folder}/bin:${process.env['PATH']}`,
      PORTAL_ROOT: `${folder}/portal`,
      PORTAL_OWNER_SETTINGS: `${folder}/owner.env`,
      PORTAL_UNIT_FOLDER: folder,
      PORTAL_READY_SECONDS: '0',
      LOG: `${folder}/log`,
      NEVER_READY: neverReady,
    },
  });
const restartsOf = (version: string) =>
  ['portal-worker@3001', 'portal-api@3000', 'portal-api@3002'].map(
    (unit) => `restart ${unit}.service with ${version}`,
  );

test('OPS-50 a release is migrated first, then each process is restarted once the one before is ready; and back again', async () => {
  await install(await makeRelease('1.0.0'));
  await log();
  await install(await makeRelease('1.1.0'));
  expect(await log()).toEqual(['migrate by 1.1.0 as owner', ...restartsOf('1.1.0')]);
  expect([await linkOf('current'), await linkOf('previous')]).toEqual(['releases/1.1.0', 'releases/1.0.0']);

  // The database stays as it is.
  await install('--back');
  expect(await log()).toEqual(restartsOf('1.0.0'));
  expect([await linkOf('current'), await linkOf('previous')]).toEqual(['releases/1.0.0', 'releases/1.1.0']);
});

test('OPS-50 if a process does not get ready, the rest is left alone and the release before is put back', async () => {
  await install(await makeRelease('1.0.0'));
  await log();
  const failing = install(await makeRelease('1.1.0'), '1.1.0 3000');
  await expect(failing).rejects.toThrow('portal-api@3000.service did not get ready');
  expect(await log()).toEqual([
    'migrate by 1.1.0 as owner',
    ...restartsOf('1.1.0').slice(0, 2),
    ...restartsOf('1.0.0').slice(0, 2),
  ]);
  expect(await linkOf('current')).toBe('releases/1.0.0');
});

test('OPS-50 a file that is not the released one, or that nobody has released, changes nothing', async () => {
  const file = await makeRelease('1.0.0');
  await writeFile(file, 'x', { flag: 'a' });
  await expect(install(file)).rejects.toThrow('is damaged');
  const unknown = `${folder}/portal-2.0.0.tar.gz`;
  await run('cp', [file, unknown]);
  await expect(install(unknown)).rejects.toThrow('does not name portal-2.0.0.tar.gz');
  expect(await log()).toEqual([]);
  expect((await readdir(`${folder}/portal`)).filter((name) => !name.startsWith('.'))).toEqual([]);
});
