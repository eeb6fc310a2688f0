import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { InTransaction } from '../../access/own-transactions.ts';
import { accessTokenPlace } from '../../bank-connections/access-token-place.ts';
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

/** Longer than waiting for the provider and storing the bank can take. */
const RESERVED_SECONDS = 30;
/** How long a request waits while another one has reserved the link, and how often it checks. */
const PATIENCE_MS = 15_000;
const ASK_EVERY_MS = 250;

interface Services {
  bankProvider: BankProvider;
  encryption: Encryption;
}

type Exchanged = Awaited<ReturnType<BankProvider['exchange']>>;

/**
 * Uses up the link and stores the company's bank, both or neither. The link is reserved before the provider is asked: of
 * several concurrent requests one exchanges the token, and the others wait for it and are refused. If the exchange fails, the
 * link can be used again. If the process dies, it can be used again when the reservation ends. An access token that the
 * provider had already given is then lost, and the widget provides another.
 */
export async function connectBank(
  inTransaction: InTransaction<PresentedLink>,
  { bankProvider, encryption }: Services,
  publicToken: string,
): Promise<void> {
  const reservation = await reserve(inTransaction);
  const exchanged = await bankProvider.exchange(publicToken).catch(async (error: unknown) => {
    // If this fails too, the reservation ends by itself. The original error is the one to report.
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

/** The refusal for a link that was used or revoked while the provider was asked. */
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
