import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../src/server/platform/audit/audit.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { commandLineOn } from '../../src/server/testing/command-line.ts';
import { createTenant } from '../../src/server/testing/factories.ts';
import { createReportBook } from '../../src/server/testing/report-book.ts';
import { createFile } from '../../src/server/testing/underwriting.ts';
import { createBackupPlace } from './backup-place.ts';

/** PostgreSQL 18 comes without pg_dump here, and an older one refuses to dump it. */
const hasDump = !process.env['POSTGRES_BIN'] || existsSync(`${process.env['POSTGRES_BIN']}/pg_dump`);

let place: Awaited<ReturnType<typeof createBackupPlace>>;
let owner: Database;
beforeAll(async () => {
  if (!hasDump) return;
  place = await createBackupPlace();
  owner = openDatabase(place.postgres.ownerUrl, { maxConnections: 2 });
});
afterAll(async () => {
  if (!hasDump) return;
  await owner.destroy();
  await place.remove();
});

const notedBackups = async () => {
  const { rows } = await place.inDatabase('portal', (client) =>
    client.query<{ count: string }>('select count(*) from operations.backups where bytes > 1000'),
  );
  return Number(rows[0]?.count);
};

test.skipIf(!hasDump)(
  'OPS-46 a new portal, whose bucket does not exist yet, is backed up and restored, and the database knows of it',
  async () => {
    await place.backup(place.recipients);
    expect(await notedBackups()).toBe(1);
    const [made = ''] = await place.backups();
    await place.createDatabase('first');
    await place.restore(place.place(`backups/${made}`), 'first', { S3_BUCKET: place.newBucket() });
    // Somebody who may change the portal's rows cannot say that there was a backup.
    await expect(
      place.bash(`psql -Xq ${place.urlOf('portal_app', 'portal')} -c 'select operations.note_backup(1)'`),
    ).rejects.toThrow('permission denied');
  },
);

test.skipIf(!hasDump)(
  'OPS-46 a book with its files is backed up beside what a broken-off run left, and its copy reconciles with an unbroken audit trail',
  async () => {
    const tenantId = await createTenant(owner, { slug: 'harbor', name: 'Harbor' });
    await createReportBook(owner, tenantId);
    await withTenant(owner, tenantId, async (tx) => {
      await createFile(tx, tenantId, { storageKey: `${tenantId}/files/contract` });
      await recordAudit(tx, { actorId: null, action: 'tenant added', subject: 'tenant harbor' });
    });
    const old = '2025-01-01T03-30-00Z';
    await mkdir(place.place(`backups/${old}`), { recursive: true });
    const [before, noted] = [await place.backups(), await notedBackups()];
    const keepOne = { ...place.recipients, BACKUP_KEEP: '1 1 1' };
    // A wrong bucket is not taken for a portal without files. Of a failed run nothing is told, and no backup is deleted after it.
    await expect(place.backup(keepOne)).rejects.toThrow('The database names files');
    const after = await place.backups();
    expect(after).toEqual([...before, expect.stringMatching(/Z\.part$/)]);
    expect(await notedBackups()).toBe(noted);

    await place.bash(
      `. deploy/rclone.sh; rclone mkdir portal:$S3_BUCKET; echo signed | rclone rcat portal:$S3_BUCKET/${tenantId}/files/contract`,
    );
    await place.backup(keepOne);
    const made = await place.backups();
    expect(made).toEqual([expect.stringMatching(/Z$/)]);
    expect(after).not.toContain(made[0]);

    const bucket = place.newBucket();
    await place.createDatabase('second');
    await place.restore(place.place(`backups/${made}`), 'second', { S3_BUCKET: bucket });
    await place.rclone(`check --download portal:${place.bucket} portal:${bucket}`);
    const portal = commandLineOn({ url: place.urlOf('portal_app', 'second') });
    const [reconciled, verified] = await Promise.all([
      portal('reconcile', '--all'),
      portal('audit', 'verify'),
    ]);
    expect(reconciled.stdout).toMatch(/^Harbor reconciles to \$0\.00: 6 deals/);
    expect(verified.stdout).toMatch(/^harbor: 1 event holds/);
  },
);
