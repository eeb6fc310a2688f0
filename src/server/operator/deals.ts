import { parseArgs } from 'node:util';
import { DEAL_STATUSES, isDealStatus } from '../../shared/domain/deal-status.ts';
import { setDealStatus } from '../ledger/set-deal-status.ts';
import { listDealsCommand } from './book.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  oneOf,
  print,
  requireOneArgument,
  requireText,
  UsageError,
} from './command.ts';
import { listTermsCommand, setTermsCommand } from './deal-terms.ts';

const setStatusCommand: Command = {
  about: 'gives a funded deal another status',
  usage: 'deals set-status <MID> --tenant <name> --status <status> --reason <text>',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' }, status: { type: 'string' }, reason: { type: 'string' } },
    });
    const mid = requireOneArgument('deals set-status takes the MID of one deal', positionals.slice(1));
    const status = requireText('--status', values.status);
    if (!isDealStatus(status)) throw new UsageError(`--status expects one of ${DEAL_STATUSES.join(', ')}.`);
    const reason = requireText('--reason', values.reason);
    const { formerStatus, warning } = await inTenant(values.tenant, (tx, tenantId) =>
      setDealStatus(tx, tenantId, { mid, status, reason }, commandLineOperator()),
    );
    print(
      formerStatus === status ? `The deal is '${status}' already.` : `'${formerStatus}' is now '${status}'.`,
    );
    if (warning) print(`Warning: ${warning}`);
  },
};

export const dealsCommand = oneOf('deals', {
  list: listDealsCommand,
  'set-status': setStatusCommand,
  terms: listTermsCommand,
  'set-terms': setTermsCommand,
});
