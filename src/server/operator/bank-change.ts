import { parseArgs } from 'node:util';
import { cancelWaitingChange, listWaitingChanges } from '../payout-accounts/waiting-changes.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  print,
  refuseOtherOptions,
  requireNumber,
  UsageError,
} from './command.ts';

export const bankChangeCommand: Command = {
  about: 'lists and cancels the changes of bank accounts that wait to take effect',
  usage: ['bank-change list --tenant <name>', 'bank-change cancel <id> --tenant <name>'],
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    const [word, id, ...more] = positionals;
    refuseOtherOptions(`bank-change ${word}`, values, []);
    if (more.length > 0 || (id !== undefined && word !== 'cancel'))
      throw new UsageError('There is one argument too many.');
    if (word === 'list') {
      for (const change of await inTenant(values.tenant, listWaitingChanges)) {
        const { syndicate, email, bankName, accountNumber, requestedAt, takesEffectAt } = change;
        const times = `requested ${requestedAt}, takes effect ${takesEffectAt}`;
        print([change.id, syndicate, email ?? 'import', bankName, accountNumber, times].join('\t'));
      }
    } else if (word === 'cancel') {
      const changeId = requireNumber('bank-change cancel', id);
      await inTenant(values.tenant, (tx, tenantId) =>
        cancelWaitingChange(tx, { tenantId, changeId }, commandLineOperator()),
      );
      print(`Bank change ${changeId} is cancelled.`);
    } else throw new UsageError('bank-change expects one of list, cancel.');
  },
};
