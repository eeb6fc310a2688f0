import { sql } from 'kysely';
import { issueCapability, newLinkToken } from '../identity/capabilities.ts';
import { endSessions } from '../identity/end-sessions.ts';
import { hashToken, newToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { openSession } from '../testing/open-session.ts';
import type { TestPortal } from '../testing/portal.ts';
import { createFile } from '../testing/underwriting.ts';

/** What a stranger can name, each of which exists and none of which they can use. */
export type KnownThings = Awaited<ReturnType<typeof createKnownThings>>;
export type UnknownThings = KnownThings;

const ended = sql<Date>`now() - interval '1 minute'`;
const emailOf = (index: number) => `known${index}@northgate.example`;

/** The stranger is another investor, whose session and device are as good as anybody's. */
export async function createStranger({ database, addInvestor }: TestPortal) {
  const userId = await addInvestor('stranger@northgate.example', { permissions: ['view-fcs'] });
  const device = newToken();
  await withClaims(database.owner, { userId }, (tx) =>
    tx
      .insertInto('knownDevices')
      .values({ tokenHash: hashToken(device), userId })
      .execute(),
  );
  return { device, session: await openSession(database.owner, userId, 'refresh') };
}

type Stranger = Awaited<ReturnType<typeof createStranger>>;

export async function createKnownThings(portal: TestPortal, stranger: Stranger, index: number) {
  const { database, tenantId } = portal;
  const { owner } = database;
  const name = emailOf(index);
  const userId = await portal.addInvestor(name);
  const [challenge, remembered, usedReset] = [newToken(), newToken(), newToken()];
  await openSession(owner, userId);
  const sessionId = await endSessionOf(portal, userId);
  await withClaims(owner, { userId }, async (tx) => {
    await tx
      .insertInto('signInChallenges')
      .values({
        userId,
        loginName: name,
        isRemembered: false,
        tokenHash: hashToken(challenge),
        expiresAt: ended,
      })
      .execute();
    await tx
      .insertInto('rememberedBrowsers')
      .values({ userId, sessionId, tokenHash: hashToken(remembered), expiresAt: ended })
      .execute();
    await tx
      .insertInto('passwordResets')
      .values({ userId, tokenHash: hashToken(usedReset), expiresAt: ended })
      .execute();
  });
  const links = await withTenant(owner, tenantId, async (tx) => ({
    usedLink: await linkOf(tx, portal, 'sign-in ticket', userId),
    otherLink: await linkOf(tx, portal, 'bank link', userId),
    statementLink: await statementLinkOf(tx, portal, sessionId),
  }));
  return { name, challenge, remembered, usedReset, ...links, ...stranger };
}

/** The same kinds of things, none of which exists. */
export function inventThings({ tenantId }: TestPortal, stranger: Stranger, index: number): UnknownThings {
  return {
    // As long as a known one, and with as many counts beside it.
    name: emailOf(index).replace('known', 'nobod'),
    challenge: newToken(),
    remembered: newToken(),
    usedReset: newToken(),
    usedLink: newLinkToken(tenantId),
    otherLink: newLinkToken(tenantId),
    statementLink: { tenant_id: tenantId, file_id: 900_000_000_000 + index },
    ...stranger,
  };
}

const endSessionOf = ({ database }: TestPortal, userId: bigint): Promise<string> =>
  withClaims(database.owner, { userId }, async (tx) => {
    await endSessions(tx, { userId }, 'password change');
    const { id } = await tx.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    return id;
  });

async function linkOf(
  tx: Tx,
  { tenantId }: TestPortal,
  kind: 'sign-in ticket' | 'bank link',
  subjectId: bigint,
): Promise<string> {
  const { id, token } = await issueCapability(tx, tenantId, {
    kind,
    subjectId,
    seconds: 3600,
    issuedBy: null,
  });
  await tx.updateTable('capabilityLinks').set({ usedAt: ended }).where('id', '=', id).execute();
  return token;
}

async function statementLinkOf(tx: Tx, { tenantId }: TestPortal, sessionId: string) {
  const fileId = await createFile(tx, tenantId, {
    storageKey: `${tenantId}/statements/${sessionId}`,
    name: 'a.pdf',
  });
  await tx
    .insertInto('statementFileLinks')
    .values({ tenantId, fileId, sessionId, expiresAt: ended })
    .execute();
  return { tenant_id: tenantId, file_id: Number(fileId) };
}
