import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { askAtScrape } from './asked-at-scrape.ts';

export interface Backup {
  finishedAt: Date;
  bytes: bigint;
}

/** The newest backup that deploy/backup has told the database of. */
export async function readLastBackup(db: Database): Promise<Backup | undefined> {
  const { rows } = await sql<Backup>`
    select finished_at, bytes from operations.backups order by finished_at desc limit 1`.execute(db);
  return rows[0];
}

/** Where there was no backup yet, there is no figure: the alert asks for that too. */
export function measureBackups(registry: Registry, db: Database, logger: FastifyBaseLogger): void {
  askAtScrape(registry, logger, {
    subject: 'backups',
    gauges: {
      portal_last_backup_timestamp_seconds: { help: 'When the last backup was complete', labelNames: [] },
      portal_last_backup_bytes: { help: 'How large it is', labelNames: [] },
    },
    ask: async () => [await readLastBackup(db)].filter((backup) => backup !== undefined),
    tell({ finishedAt, bytes }, { portal_last_backup_timestamp_seconds, portal_last_backup_bytes }) {
      portal_last_backup_timestamp_seconds.set(finishedAt.getTime() / 1000);
      portal_last_backup_bytes.set(Number(bytes));
    },
  });
}
