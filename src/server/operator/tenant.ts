import { parseArgs } from 'node:util';
import { MAX_BANK_HOLD_HOURS } from '../../shared/domain/bank-account.ts';
import { MAX_CLEARING_BANK_DAYS } from '../../shared/domain/debit-days.ts';
import type { PrincipalMethod } from '../../shared/domain/statements.ts';
import { addTenant } from '../features/tenants/add-tenant.ts';
import { openDatabase } from '../platform/db/database.ts';
import { listTenants } from '../platform/db/tenants.ts';
import { readDatabaseOwnerUrl } from '../platform/settings/env.ts';
import { changeSettings, MONTHS, readSettings, type SettingsChange } from '../tenant-settings/settings.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  machineOperator,
  parseSwitch,
  print,
  printStatus,
  refuseOtherOptions,
  requireNumber,
  requireText,
  UsageError,
  withDatabase,
} from './command.ts';
import { HOST_USAGE, runHostCommand } from './tenant-host.ts';
import { runSignOnCommand, SIGN_ON_USAGE } from './tenant-sso.ts';

const SETTINGS =
  '[--support-url <address>] [--accounting-email <address>] [--mail-from <name and address>] [--brand-color <#rrggbb>] [--discloses-accounts on|off] [--requires-second-factor on|off] [--bank-change-hold-hours <0 to 168>] [--clearing-bank-days <0 to 10>] [--recovery <status and percent; …>] [--queue-promises <queue and time; …>] [--checks-cash on|off] [--retention-months <6 to 24>] [--deal-records-months <24 to 120>] [--principal-method proportional|cost_first] [--statements-from <YYYY-MM>]';

export const tenantCommand: Command = {
  about: 'adds, lists and changes tenants (funders), their settings and their host names',
  usage: [
    `tenant add <short name> --name <name> --support-email <address> ${SETTINGS}`,
    'tenant list',
    `tenant set <short name> [--name <name>] [--support-email <address>] ${SETTINGS}`,
    'tenant show <short name>',
    ...HOST_USAGE,
    ...SIGN_ON_USAGE,
  ],
  async run(args) {
    if (args[0] === 'host') return runHostCommand(args.slice(1));
    if (args[0] === 'sso') return runSignOnCommand(args.slice(1));
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        'support-email': { type: 'string' },
        'support-url': { type: 'string' },
        'accounting-email': { type: 'string' },
        'mail-from': { type: 'string' },
        'brand-color': { type: 'string' },
        'discloses-accounts': { type: 'string' },
        'requires-second-factor': { type: 'string' },
        'bank-change-hold-hours': { type: 'string' },
        'clearing-bank-days': { type: 'string' },
        recovery: { type: 'string' },
        'queue-promises': { type: 'string' },
        'checks-cash': { type: 'string' },
        'retention-months': { type: 'string' },
        'deal-records-months': { type: 'string' },
        'principal-method': { type: 'string' },
        'statements-from': { type: 'string' },
      },
    });
    const [word, slug, ...more] = positionals;
    if (more.length > 0) throw new UsageError('Expected a single short name.');
    const change: SettingsChange = {
      name: values.name,
      supportEmail: values['support-email'],
      supportUrl: values['support-url'],
      // An empty value removes the setting.
      accountingEmail: values['accounting-email'] === '' ? null : values['accounting-email'],
      mailFrom: values['mail-from'] === '' ? null : values['mail-from'],
      brandColor: values['brand-color']?.toLowerCase(),
      disclosesAccounts: parseSwitch('--discloses-accounts', values['discloses-accounts']),
      requiresSecondFactor: parseSwitch('--requires-second-factor', values['requires-second-factor']),
      bankChangeHoldHours: numberOf(values, 'bank-change-hold-hours', { to: MAX_BANK_HOLD_HOURS }),
      clearingBankDays: numberOf(values, 'clearing-bank-days', { to: MAX_CLEARING_BANK_DAYS }),
      recovery: values.recovery,
      queuePromises: values['queue-promises'],
      checksCash: parseSwitch('--checks-cash', values['checks-cash']),
      retentionMonths: numberOf(values, 'retention-months', MONTHS.retentionMonths),
      dealRecordsMonths: numberOf(values, 'deal-records-months', MONTHS.dealRecordsMonths),
      // What is neither of them is refused with the other settings.
      principalMethod: values['principal-method'] as PrincipalMethod | undefined,
      statementsFrom: values['statements-from'] === undefined ? undefined : `${values['statements-from']}-01`,
    };
    if (word === 'list' || word === 'show') refuseOtherOptions(`tenant ${word}`, values, []);
    if (word === 'list') await list();
    else if (word === 'add') await add(requireText('tenant add <short name>', slug), change);
    else if (word === 'set')
      await inTenant(slug, (tx, tenantId) => changeSettings(tx, tenantId, change, commandLineOperator()));
    else if (word !== 'show') throw new UsageError('tenant expects one of add, host, list, set, show, sso.');
    if (word === 'set' || word === 'show') await show(slug);
  },
};

const numberOf = <Option extends string>(
  values: Partial<Record<Option, string>>,
  option: Option,
  limits: { from?: number; to: number },
): number | undefined =>
  values[option] === undefined ? undefined : Number(requireNumber(`--${option}`, values[option], limits));

async function list(): Promise<void> {
  for (const { slug, name, id } of await withDatabase(listTenants)) print([slug, name, id].join('\t'));
}

async function show(slug: string | undefined): Promise<void> {
  const settings = await inTenant(slug, readSettings);
  for (const [name, value] of Object.entries(settings)) print(`${name}\t${String(value ?? '') || '-'}`);
}

async function add(slug: string, change: SettingsChange): Promise<void> {
  const name = requireText('--name', change.name);
  const supportEmail = requireText('--support-email', change.supportEmail);
  const owner = openDatabase(readDatabaseOwnerUrl(), { maxConnections: 1 });
  try {
    print(await addTenant(owner, { ...change, slug, name, supportEmail }, machineOperator()));
    printStatus(
      `${name} was added as ${slug}, with this id. To give it its own address: portal tenant host add ${slug} <host name>.`,
    );
  } finally {
    await owner.destroy();
  }
}
