import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { redirectUris } from '../features/tenants/redirect-uris.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { createDomainRecords } from '../platform/integrations/domain-records.ts';
import { mayUseLocalProvider, readEncryptionKeys, readPublicOrigin } from '../platform/settings/env.ts';
import { domainProofsOf, keepProof, lookUpProof, proofInWords } from '../tenant-settings/domain-proofs.ts';
import {
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
  'tenant sso <short name> --check-domains',
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
      'check-domains': { type: 'boolean' },
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
  if (values['check-domains']) {
    refuseOtherOptions('tenant sso --check-domains', values, ['check-domains']);
    await checkDomains(slug);
  } else if (Object.keys(values).length > 0) await change(slug, values);
  await tell(slug);
}

/** Asks the DNS about each domain that is not proven yet. */
async function checkDomains(slug: string | undefined): Promise<void> {
  const records = createDomainRecords();
  for (const proof of (await readAll(slug)).proofs.filter(({ isProven }) => !isProven)) {
    const found = await lookUpProof(records, proof);
    if (found === 'proven')
      await inTenant(slug, (tx, tenantId) => keepProof(tx, tenantId, proof.domain, commandLineOperator()));
    printStatus(proofInWords(proof, found));
  }
}

const readAll = (slug: string | undefined) =>
  inTenant(slug, async (tx, tenantId) => {
    const settings = await readSignOnSettings(tx, tenantId);
    return {
      settings,
      addresses: await redirectUris(tx, tenantId, readPublicOrigin()),
      proofs: settings ? domainProofsOf(tenantId, settings) : [],
    };
  });

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
      { tenantId, encryption, mayBeLocal: mayUseLocalProvider(), operator: commandLineOperator() },
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

async function tell(slug: string | undefined): Promise<void> {
  const { settings, addresses, proofs } = await readAll(slug);
  if (!settings) {
    print('Single sign-on is off.');
    return;
  }
  const { issuer, clientId, domains, isRequired, isApproved } = settings;
  const lines = {
    issuer,
    clientId,
    domains: domains.join(', '),
    required: isRequired ? 'on' : 'off',
    // Named at the desk by one person. Setting it by command approves it.
    ...(!isApproved && { approved: 'not yet' }),
  };
  for (const [name, value] of Object.entries(lines)) print(`${name}\t${value}`);
  for (const address of addresses) print(`register there\t${address}`);
  for (const { domain, recordName, recordValue, isProven, countsUntil } of proofs)
    if (!isProven) {
      print(`not verified\t${domain}${countsUntil ? `, counts until ${dateOf(countsUntil)}` : ''}`);
      print(`add to its DNS\t${recordName} TXT "${recordValue}"`);
    }
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
