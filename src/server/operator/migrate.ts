import { migrate } from '../db/migrate.ts';
import { installJobs } from '../jobs/install.ts';
import { type Command, print, UsageError } from './command.ts';

export const migrateCommand: Command = {
  usage: 'migrate',
  async run() {
    const url = process.env['DATABASE_OWNER_URL'];
    if (!url)
      throw new UsageError('DATABASE_OWNER_URL is not set: migrations run as the owner of the schema.');
    const ran = await migrate(url);
    await installJobs(url);
    print(ran.length > 0 ? ran.join('\n') : 'The database is up to date.');
  },
};
