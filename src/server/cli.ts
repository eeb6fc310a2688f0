import { migrate } from './db/migrate.ts';
import { installJobs } from './jobs/install.ts';

const commands: Record<string, () => Promise<void>> = {
  async migrate() {
    const url = process.env['DATABASE_OWNER_URL'];
    if (!url) throw new Error('DATABASE_OWNER_URL is not set: migrations run as the owner of the schema.');
    const ran = await migrate(url);
    await installJobs(url);
    process.stdout.write(ran.length > 0 ? `${ran.join('\n')}\n` : 'The database is up to date.\n');
  },
};

const name = process.argv[2] ?? '';
const command = commands[name];
if (command) {
  await command();
} else {
  process.stderr.write(`Usage: node src/server/cli.ts ${Object.keys(commands).join(' | ')}\n`);
  process.exitCode = 2;
}
