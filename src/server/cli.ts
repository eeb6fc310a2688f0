import { parseArgs } from 'node:util';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { queueByHand } from './features/nightly-report/run-by-hand.ts';
import { installJobs } from './jobs/install.ts';

const commands: Record<string, (args: string[]) => Promise<void>> = {
  async migrate() {
    const url = process.env['DATABASE_OWNER_URL'];
    if (!url) throw new Error('DATABASE_OWNER_URL is not set: migrations run as the owner of the schema.');
    const ran = await migrate(url);
    await installJobs(url);
    process.stdout.write(ran.length > 0 ? `${ran.join('\n')}\n` : 'The database is up to date.\n');
  },

  /** The Nightly Syndication Report of a day, where the night did not send it: --tenant northgate [--date 2026-11-13] */
  async report(args) {
    const options = { tenant: { type: 'string' }, date: { type: 'string' } } as const;
    const { tenant, date } = parseArgs({ args, options }).values;
    const url = process.env['DATABASE_URL'];
    if (!url) throw new Error('DATABASE_URL is not set.');
    if (!tenant) throw new Error('Whose report? --tenant takes the short name of a tenant.');
    const db = openDatabase(url);
    try {
      process.stdout.write(`${await queueByHand(db, { tenant, date })}\n`);
    } finally {
      await db.destroy();
    }
  },
};

const name = process.argv[2] ?? '';
const command = commands[name];
if (command) {
  await command(process.argv.slice(3));
} else {
  process.stderr.write(`Usage: node src/server/cli.ts ${Object.keys(commands).join(' | ')}\n`);
  process.exitCode = 2;
}
