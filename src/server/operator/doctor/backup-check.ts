import type { Database } from '../../platform/db/database.ts';
import { readLastBackup } from '../../platform/operations/backups.ts';
import { type Check, ok, warning } from './finding.ts';

/** As in the alert BackupOld. */
const OLD_BACKUP_HOURS = 26;
const HOUR_MS = 60 * 60 * 1000;

export const backupChecks = (db: Database): Check[] => [
  {
    subject: 'backup',
    advice: 'When the last backup was made could not be read. Run: portal migrate',
    async look() {
      const backup = await readLastBackup(db);
      if (!backup)
        return [warning('backup', 'none was ever made. See "Backup and restore" in docs/operations.md.')];
      const hours = Math.round((Date.now() - backup.finishedAt.getTime()) / HOUR_MS);
      const text = `the last one is ${hours} hours old and has ${(Number(backup.bytes) / 1e6).toFixed(1)} MB`;
      return [
        hours > OLD_BACKUP_HOURS
          ? warning(
              'backup',
              `${text}; it should be made every night. Is the timer of deploy/backup running?`,
            )
          : ok('backup', text),
      ];
    },
  },
];
