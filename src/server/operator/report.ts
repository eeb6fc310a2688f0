import { parseArgs } from 'node:util';
import { queueReportsByCommand } from '../features/nightly-report/queue-by-command.ts';
import { type Command, commandLineOperator, print, requireTenant, withDatabase } from './command.ts';

/** Sends the Nightly Syndication Report of a day that the nightly job did not send. */
export const reportCommand: Command = {
  about: 'queues the Nightly Syndication Reports of a day that were not sent',
  usage: 'report --tenant <name> [--date <YYYY-MM-DD>]',
  async run(args) {
    const options = { tenant: { type: 'string' }, date: { type: 'string' } } as const;
    const { tenant, date } = parseArgs({ args: [...args], options }).values;
    print(
      await withDatabase(async (db) =>
        queueReportsByCommand(db, await requireTenant(db, tenant), commandLineOperator(), date),
      ),
    );
  },
};
