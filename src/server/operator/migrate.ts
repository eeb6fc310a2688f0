import { publishPageFiles } from '../pages/published-files.ts';
import { builtWebFolder } from '../pages/web-folder.ts';
import { assignCell } from '../platform/cells/assign-cell.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { limitRole, setRoleLimits } from '../platform/db/role-limits.ts';
import { installJobs } from '../platform/jobs/install.ts';
import { readCellSetting, readDatabaseOwnerUrl } from '../platform/settings/env.ts';
import { type Command, print, printStatus } from './command.ts';

export const migrateCommand: Command = {
  about: 'migrates the database to this version; run it at each upgrade, before the api and the worker',
  usage: 'migrate',
  isOfPlatform: true,
  async run() {
    const url = readDatabaseOwnerUrl();
    const cell = readCellSetting();
    const ran = await migrate(url);
    await installJobs(url);
    if (!(await limitRole(url)))
      printStatus(
        `The role portal_app has no time limits, and the owner may not set them. As a superuser: ${setRoleLimits().join('; ')};`,
      );
    await assignCell(url, cell);
    await publishPages(url);
    print(ran.length > 0 ? ran.join('\n') : 'The database is up to date.');
  },
};

async function publishPages(ownerUrl: string): Promise<void> {
  const webFolder = builtWebFolder();
  if (!webFolder) return;
  const owner = openDatabase(ownerUrl, { maxConnections: 1 });
  await publishPageFiles(owner, webFolder).finally(() => owner.destroy());
}
