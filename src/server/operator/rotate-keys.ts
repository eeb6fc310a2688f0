import { parseArgs } from 'node:util';
import { resealAccessTokens } from '../features/bank-link/reseal-access-tokens.ts';
import { resealLinkMails } from '../features/links/reseal-link-mails.ts';
import { resealClientSecrets } from '../identity/reseal-client-secrets.ts';
import { resealTotpSecrets } from '../identity/reseal-totp-secrets.ts';
import { resealBankNumbers } from '../payout-accounts/reseal-bank-numbers.ts';
import { resealPayoutFiles } from '../payout-runs/reseal-payout-files.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { createEncryption, type Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { listTenants } from '../platform/db/tenants.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { readEncryptionKeys } from '../platform/settings/env.ts';
import { type Command, machineOperator, print, withDatabase } from './command.ts';

/**
 * Re-encrypts values that an older key encrypted, in small batches while the portal is running. It can be interrupted and
 * started again.
 */
export const rotateKeysCommand: Command = {
  about: 're-encrypts values that an older ENCRYPTION_KEY encrypted',
  usage: 'rotate-keys',
  isOfPlatform: true,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const encryption = createEncryption(readEncryptionKeys());
    const totals = new Map<string, number>(KINDS.map(({ what }) => [what, 0]));
    await withDatabase(async (db) => {
      for (const { id } of await listTenants(db))
        for (const [what, count] of await resealTenant(db, encryption, id))
          totals.set(what, (totals.get(what) ?? 0) + count);
    });
    const said = [...totals].map(([what, count]) => `${count} ${what}`);
    print(`Re-encrypted with key ${encryption.keyId}: ${said.join(', ')}.`);
  },
};

const KINDS = [
  { what: 'bank accounts', reseal: resealBankNumbers },
  { what: 'connected banks', reseal: resealAccessTokens },
  { what: 'second factors', reseal: resealTotpSecrets },
  { what: 'links to be mailed', reseal: resealLinkMails },
  { what: 'single sign-on secrets', reseal: resealClientSecrets },
  { what: 'payout files', reseal: resealPayoutFiles },
] as const;

async function resealTenant(db: Database, encryption: Encryption, tenantId: string) {
  const counts = new Map<string, number>();
  try {
    for (const { what, reseal } of KINDS) counts.set(what, await reseal(db, encryption, tenantId));
  } finally {
    // Recorded also when only some values could be re-encrypted because the keys of others are missing.
    if ([...counts.values()].some((count) => count > 0))
      await withTenant(db, tenantId, (tx) =>
        recordAudit(tx, {
          actorId: null,
          operator: machineOperator(),
          action: 'keys rotated',
          subject: `key ${encryption.keyId}`,
          details: Object.fromEntries(counts),
        }),
      );
  }
  return counts;
}
