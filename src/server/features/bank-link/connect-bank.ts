import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { InTransaction } from '../../access/own-transactions.ts';
import {
  isUsedLink,
  type PresentedLink,
  releaseLink,
  reserveLink,
  spendReservedLink,
} from '../../identity/capabilities.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { BankProvider } from '../../platform/integrations/bank-provider.ts';

/** Longer than the provider is waited for and the bank is kept. */
const RESERVED_SECONDS = 30;
/** For how long somebody waits for another one who has the link reserved, and how often they ask. */
const PATIENCE_MS = 15_000;
const ASK_EVERY_MS = 250;

interface Services {
  bankProvider: BankProvider;
  encryption: Encryption;
}

type Exchanged = Awaited<ReturnType<BankProvider['exchange']>>;

/**
 * Uses the link up and keeps the company's bank, both or neither. The link is reserved before the provider is asked: of many at
 * once one exchanges, and the others wait for it and are refused. When the exchange fails, the link is good again; when the
 * process dies, it is once the reservation has ended. What the provider then gave is lost, and the widget gives another.
 */
export async function connectBank(
  inTransaction: InTransaction<PresentedLink>,
  { bankProvider, encryption }: Services,
  publicToken: string,
): Promise<void> {
  const reservation = await reserve(inTransaction);
  const exchanged = await bankProvider.exchange(publicToken).catch(async (error: unknown) => {
    // Should this fail too, the reservation ends by itself, and why there is no bank is what is to be told.
    await inTransaction((tx, link) => releaseLink(tx, link, reservation)).catch(() => undefined);
    throw error;
  });
  await inTransaction(async (tx, link) => {
    if (!(await spendReservedLink(tx, link, reservation))) throw await refusalOf(tx, link);
    await keepBank(tx, encryption, link, exchanged);
  });
}

export function refuseClosed({ state }: PresentedLink): void {
  if (state === 'used') throw new Refusal('bank_link_used');
  if (state === 'expired') throw new Refusal('link_expired');
}

async function reserve(inTransaction: InTransaction<PresentedLink>): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const reservation = await inTransaction((tx, link) => {
      refuseClosed(link);
      return reserveLink(tx, link, RESERVED_SECONDS);
    });
    if (reservation !== null) return reservation;
    if (performance.now() > deadline) throw new Refusal('server_busy');
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Of a link that was taken away while the provider was asked. */
const refusalOf = async (tx: Tx, link: PresentedLink): Promise<Refusal> =>
  new Refusal((await isUsedLink(tx, link)) ? 'bank_link_used' : 'link_expired');

async function keepBank(
  tx: Tx,
  encryption: Encryption,
  { tenantId, subjectId: companyId }: PresentedLink,
  { accessToken, itemId }: Exchanged,
): Promise<void> {
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
