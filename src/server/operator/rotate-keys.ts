import { parseArgs } from 'node:util';
import { listTenants } from '../db/tenants.ts';
import { readEncryptionKeys } from '../env.ts';
import { resealAccessTokens } from '../features/bank-link/reseal-access-tokens.ts';
import { resealLinkMails } from '../features/links/reseal-link-mails.ts';
import { resealBankNumbers } from '../features/profile/reseal-bank-numbers.ts';
import { createEncryption } from '../identity/encryption.ts';
import { resealTotpSecrets } from '../identity/reseal-totp-secrets.ts';
import { type Command, print, withDatabase } from './command.ts';

/** Encrypts anew what an older key encrypted, in small batches beside the requests. Stopped half-way, it is started again. */
export const rotateKeysCommand: Command = {
  usage: 'rotate-keys',
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const encryption = createEncryption(readEncryptionKeys());
    const counts = { 'bank accounts': 0, 'connected banks': 0, 'second factors': 0, 'links to be mailed': 0 };
    await withDatabase(async (db) => {
      for (const { id } of await listTenants(db)) {
        counts['bank accounts'] += await resealBankNumbers(db, encryption, id);
        counts['connected banks'] += await resealAccessTokens(db, encryption, id);
        counts['second factors'] += await resealTotpSecrets(db, encryption, id);
        counts['links to be mailed'] += await resealLinkMails(db, encryption, id);
      }
    });
    const said = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    print(`Encrypted anew with key ${encryption.keyId}: ${said.join(', ')}.`);
  },
};
