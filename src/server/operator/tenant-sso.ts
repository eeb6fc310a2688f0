import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { isProduction, readEncryptionKeys } from '../platform/settings/env.ts';
import {
  type KeptSignOn,
  readSignOnSettings,
  removeSingleSignOn,
  setSingleSignOn,
} from '../tenant-settings/single-sign-on.ts';
import {
  commandLineOperator,
  inTenant,
  parseSwitch,
  print,
  printStatus,
  refuseOtherOptions,
  requireText,
  UsageError,
} from './command.ts';

export const SIGN_ON_USAGE = [
  'tenant sso <short name> [--issuer <address>] [--client-id <id>] [--client-secret-file <file>] [--domains <domain,domain>] [--required on|off]',
  'tenant sso <short name> --off',
];

/** Where the staff of a tenant sign in. Without options it says what is set. */
export async function runSignOnCommand(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      issuer: { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret-file': { type: 'string' },
      domains: { type: 'string' },
      required: { type: 'string' },
      off: { type: 'boolean' },
    },
  });
  const [slug, ...more] = positionals;
  if (more.length > 0) throw new UsageError('Expected a single short name.');
  if (values.off) {
    refuseOtherOptions('tenant sso --off', values, ['off']);
    await inTenant(slug, (tx, tenantId) => removeSingleSignOn(tx, tenantId, commandLineOperator()));
    printStatus('Single sign-on is off. Staff sign in with their passwords.');
    return;
  }
  if (Object.keys(values).length > 0) await change(slug, values);
  tell(await inTenant(slug, readSignOnSettings));
}

interface Typed {
  issuer?: string | undefined;
  'client-id'?: string | undefined;
  'client-secret-file'?: string | undefined;
  domains?: string | undefined;
  required?: string | undefined;
}

async function change(slug: string | undefined, typed: Typed): Promise<void> {
  const file = typed['client-secret-file'];
  const clientSecret =
    file === undefined ? undefined : requireText('The secret in the file', await readFile(file, 'utf8'));
  const encryption = createEncryption(readEncryptionKeys());
  await inTenant(slug, (tx, tenantId) =>
    setSingleSignOn(
      tx,
      { tenantId, encryption, mayBePlain: !isProduction(), operator: commandLineOperator() },
      {
        issuer: typed.issuer,
        clientId: typed['client-id'],
        clientSecret,
        domains: typed.domains?.split(',').map((domain) => domain.trim()),
        isRequired: parseSwitch('--required', typed.required),
      },
    ),
  );
}

function tell(settings: KeptSignOn | undefined): void {
  if (!settings) {
    print('Single sign-on is off.');
    return;
  }
  const { domains, isRequired, isApproved, ...provider } = settings;
  const lines = {
    ...provider,
    domains: domains.join(', '),
    required: isRequired ? 'on' : 'off',
    // Named at the desk by one person. Setting it by command approves it.
    ...(!isApproved && { approved: 'not yet' }),
  };
  for (const [name, value] of Object.entries(lines)) print(`${name}\t${value}`);
}
