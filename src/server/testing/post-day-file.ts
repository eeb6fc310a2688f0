import { basename } from 'node:path';
import { postAndRecord } from '../features/posting/post-and-record.ts';
import { openDatabase } from '../platform/db/database.ts';

// Posts a day's file in a process of its own, which a test can kill: node post-day-file.ts <file> <id of the tenant>

const [file = '', tenantId = ''] = process.argv.slice(2);
const db = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 2 });
const operator = { via: 'command line', name: 'test' } as const;
const { wasFinished, run } = await postAndRecord(db, tenantId, file, {
  operator,
  file: basename(file),
  confirm: undefined,
});
process.stdout.write(`${wasFinished ? 'Posted before' : 'Done'}: ${run.entryCount} entries\n`);
await db.destroy();
