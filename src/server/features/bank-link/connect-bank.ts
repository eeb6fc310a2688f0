import { randomUUID } from 'node:crypto';
import { consumeLink, isUsedLink, type PresentedLink } from '../../identity/capabilities.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { BankProvider } from '../../platform/integrations/bank-provider.ts';

interface Parts {
  bankProvider: BankProvider;
  encryption: Encryption;
}

/**
 * Uses the link up and keeps the company's bank, both or neither. The link is spent before the provider is asked: of many
 * at once one exchanges, and the others wait for it and are refused. When the exchange fails, the link is good again.
 */
export async function connectBank(
  tx: Tx,
  { bankProvider, encryption }: Parts,
  link: PresentedLink,
  publicToken: string,
): Promise<void> {
  const { tenantId, subjectId: companyId } = link;
  if (!(await consumeLink(tx, link)))
    throw new Refusal((await isUsedLink(tx, link)) ? 'bank_link_used' : 'link_expired');
  const { accessToken, itemId } = await bankProvider.exchange(publicToken);
  const id = randomUUID();
  const sealed = encryption.seal(accessToken, accessTokenPlace(tenantId, id));
  await tx
    .insertInto('bankConnections')
    .values({
      tenantId,
      id,
      companyId,
      providerItemId: itemId,
      accessTokenCipher: sealed.cipher,
      keyId: sealed.keyId,
    })
    .execute();
  await recordAudit(tx, { actorId: null, action: 'bank connected', subject: `company ${companyId}` });
}

export const accessTokenPlace = (tenantId: string, id: string) =>
  ['bank_connections', `${tenantId}/${id}`, 'access_token_cipher'] as const;
