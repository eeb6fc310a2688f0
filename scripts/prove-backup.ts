/**
 * Backs up a database with a row in every table and a bucket with files, for a public key; looks for what they say in whatever reached the
 * disk; restores both and compares; and shows that another key and a flipped byte are noticed before anything is restored.
 *   npm run prove backup       FILES (200) can be set
 */
import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { createTenant, createUser } from '../src/server/testing/factories.ts';
import { fillEveryTable } from '../src/server/testing/fill-every-table.ts';
import { createBackupPlace } from './backup/backup-place.ts';

const FILES = Number(process.env['FILES'] ?? 200);
const CANARY = 'canary-7c1e-of-the-backup';
const all = await createBackupPlace();
const { place, bash, rclone, backup, contentOf, recipients } = all;
const target = all.newBucket();
const restore = (from: string, settings: Record<string, string> = {}) =>
  all.restore(from, 'restored', { S3_BUCKET: target, ...settings });

async function filesUnder(from: string): Promise<string[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function filesThatSay(word: string, from: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesUnder(from))
    if (file.includes(word) || (await readFile(file)).includes(word)) found.push(file);
  return found;
}

/** As somebody would who can write into the backups: with the checksums made anew. */
async function withFlippedByte<T>(file: string, from: string, work: () => Promise<T>): Promise<T> {
  const flip = async () => {
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, size - 20);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, size - 20);
    await handle.close();
    await bash(
      `cd ${from} && find . -type f ! -name SHA256SUMS -print0 | sort -z | xargs -0 sha256sum >SHA256SUMS`,
    );
  };
  await flip();
  return work().finally(flip);
}

try {
  const owner = openDatabase(all.postgres.ownerUrl, { maxConnections: 2 });
  const tenantId = await createTenant(owner, { name: CANARY });
  await fillEveryTable(owner, tenantId, await createUser(owner, { email: `${CANARY}@investor.example` }));
  await owner.destroy();
  await all.createDatabase('restored');
  await mkdir(place('files'));
  await bash(`age-keygen -o ${place('other')}`);
  for (let index = 0; index < FILES; index += 1)
    await writeFile(
      place(`files/${CANARY}-${index}.txt`),
      `${CANARY} ${index} `.repeat(1 + (index % 50) * 100),
    );
  await rclone(`mkdir portal:${all.bucket}`);
  await rclone(`copy ${place('files')} portal:${all.bucket}`);

  await assert.rejects(backup({}), /Whose backup is it/);
  await assert.rejects(all.backups(), /ENOENT/);
  console.log('without a public key: refused, nothing written');

  const begun = Date.now();
  await backup(recipients);
  const [moment = ''] = await all.backups();
  const made = place(`backups/${moment}`);
  console.log(`backup: ${Date.now() - begun} ms, ${(await filesUnder(made)).length} files`);
  assert.deepEqual(await filesThatSay(CANARY, made), []);
  // The search itself would find it: the same files are found where they are not encrypted.
  assert.equal((await filesThatSay(CANARY, place('files'))).length, FILES);
  console.log(`searched for ${CANARY}: in 0 files of the backup, in ${FILES} of the bucket`);

  await assert.rejects(restore(made, { BACKUP_IDENTITY: '' }), /This backup is encrypted/);
  await assert.rejects(restore(made, { BACKUP_IDENTITY: place('other') }), /no identity matched/);
  await withFlippedByte(path.join(made, 'database.age'), made, () =>
    assert.rejects(restore(made), /failed to decrypt|authenticate/),
  );
  assert.deepEqual(await contentOf('restored'), {});
  console.log('no key, another key, a flipped byte of the dump: refused, nothing restored');

  const restoring = Date.now();
  await restore(made);
  console.log(`restore: ${Date.now() - restoring} ms`);
  const content = await contentOf('portal');
  assert.deepEqual(await contentOf('restored'), content);
  await rclone(`check --download portal:${all.bucket} portal:${target}`);
  console.log(`the same: ${Object.keys(content).length} tables, ${FILES} files`);

  await rclone(`purge portal:${target}`);
  await all.createDatabase('restored');
  const [sealed = ''] = await filesUnder(path.join(made, 'files'));
  await withFlippedByte(sealed, made, () => assert.rejects(restore(made), /Failed to cat/));
  assert.deepEqual(await contentOf('restored'), {});
  console.log('a flipped byte of a file: refused, nothing restored');
} finally {
  await all.remove();
}
