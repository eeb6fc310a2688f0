import { migrate } from '../db/migrate.ts';
import { installJobs } from '../jobs/install.ts';
import { type Command, ownerUrl, print } from './command.ts';

export const migrateCommand: Command = {
  usage: 'migrate',
  async run() {
    const url = ownerUrl('migrations run');
    const ran = await migrate(url);
    await installJobs(url);
    print(ran.length > 0 ? ran.join('\n') : 'The database is up to date.');
  },
};
