import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { noteShownFactor } from '../access/fresh-factor.ts';
import { issueCapability, type NewCapability } from '../identity/capabilities.ts';
import { issuePasswordLink } from '../identity/password-links.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import { totpPlace } from '../identity/totp.ts';
import { applyChange } from '../payout-accounts/apply-change.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { createParticipation, createSyndicate } from '../testing/factories.ts';
import { openSession } from '../testing/open-session.ts';
import { PASSWORD, type TestPortal } from '../testing/portal.ts';
import { BANK } from '../testing/profile.ts';
import { codeOf, TOKEN } from '../testing/second-factor.ts';
import { ENCRYPTION_KEY, ORIGIN, postAsMember, postJson } from '../testing/test-app.ts';
import { createMailed, presentSession } from './more-outstanding.ts';
import type { Outstanding } from './outstanding.ts';

/** The storage has signed an upload address, and nobody can take that back: see the cells of the table. */
export type Presentable = Exclude<Outstanding, 'signed upload address'>;

/** What there is for everybody: the tenant's deal with a stored bank statement, an offer, a company; another funder's syndicate. */
export interface Common {
  dealId: bigint;
  fileId: bigint;
  offerId: bigint;
  companyId: bigint;
  elsewhere: { tenantId: string; syndicateId: bigint };
}

const encryption = createEncryption({ key: ENCRYPTION_KEY });
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export type Everything = Awaited<ReturnType<typeof createEverything>>;

/** Somebody with one of everything that can be outstanding, and with another session besides. */
export async function createEverything(
  portal: TestPortal,
  common: Common,
  { hasSecondFactor }: { hasSecondFactor: boolean },
) {
  const { app, database, tenantId } = portal;
  const { owner, db } = database;
  const email = `${crypto.randomUUID()}@northgate.example`;
  const syndicateId = await withTenant(owner, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId);
    await createParticipation(
      tx,
      tenantId,
      { dealId: common.dealId, syndicateId: id },
      { sharePercent: '1' },
    );
    return id;
  });
  const userId = await portal.addInvestor(email, { syndicateId, permissions: ['view-fcs'] });

  const visit = (body: object, cookie = '') => app.fetch(TOKEN, postJson(body, cookie ? { cookie } : {}));
  const enterPassword = () =>
    visit({ grant_type: 'password', username: email, password: PASSWORD, recaptcha: '', remember_me: true });
  const signedIn = await enterPassword();
  const { access_token: accessToken } = (await signedIn.json()) as { access_token: string };
  const cookies = new Map(
    signedIn.headers
      .getSetCookie()
      .map((cookie) => (cookie.split(';')[0] ?? '').split('=') as [string, string]),
  );
  const cookie = (name: string) => `${name}=${cookies.get(name)}`;
  const post = (path: string, body: object) => app.fetch(path, postAsMember(body, accessToken, tenantId));

  const ids = { user_id: Number(userId), syndicate_id: Number(syndicateId) };
  const asked = await post('/api/updateSyndicateBankInfo', { ...ids, ...BANK, password: PASSWORD });
  if (!asked.ok) throw new Error(`No bank change: ${await asked.text()}`);
  const opened = await post(`/api/filecontrolsheet/statement_files/${common.fileId}`, {});
  const { link: statementPath } = (await opened.json()) as { link: string };

  const { id: sessionId } = await withClaims(owner, { userId }, (tx) =>
    tx.selectFrom('sessions').select('id').where('userId', '=', userId).executeTakeFirstOrThrow(),
  );
  const otherToken = await openSession(owner, userId);
  const { changeId, tokens, linkIds, service } = await withTenant(db, tenantId, async (tx) => {
    const { id } = await tx
      .selectFrom('bankAccountChanges')
      .select('id')
      .where('syndicateId', '=', syndicateId)
      .executeTakeFirstOrThrow();
    const issue = (kind: NewCapability['kind'], subjectId: bigint) =>
      issueCapability(tx, tenantId, { kind, subjectId, seconds: 600, issuedBy: null });
    const offer = await issue('offer', common.offerId);
    const bank = await issue('bank link', common.companyId);
    const ticket = await issue('sign-in ticket', userId);
    const cancel = await issue('bank change', id);
    const told = await tx
      .insertInto('notificationItems')
      .values({
        ...{ tenantId, userId, syndicateId, kind: 'new_deal', event: 'invite 1' },
        ...{ subject: 'New deal', words: 'There is one.', path: '/dashboard', mailId: 1n },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('notificationItems').set({ mailId: told.id }).where('id', '=', told.id).execute();
    const unsubscribe = await issue('unsubscribe', told.id);
    const token = { name: `system ${userId}`, scopes: ['users'], days: 1 } as const;
    return {
      changeId: id,
      tokens: {
        ...{ offer: offer.token, bank: bank.token, ticket: ticket.token, cancel: cancel.token },
        unsubscribe: unsubscribe.token,
      },
      linkIds: [offer.id, bank.id, ticket.id],
      service: await issueServiceToken(tx, tenantId, token),
    };
  });

  const codeHash = randomBytes(32);
  const { resetToken, invitationToken } = await withClaims(owner, { userId }, async (tx) => {
    const { cipher: secretCipher, keyId } = encryption.seal(secret, totpPlace('user_totp', userId));
    if (hasSecondFactor) {
      const totp = { secretCipher, keyId, confirmedAt: sql<Date>`now()`, lastUsedStep: 0n };
      await tx
        .insertInto('userTotp')
        .values({ userId, ...totp })
        .execute();
      await tx.insertInto('recoveryCodes').values({ userId, codeHash }).execute();
      await noteShownFactor(tx, { sessionId });
    }
    const expiresAt = sql<Date>`now() + interval '10 minutes'`;
    await tx.insertInto('totpEnrolments').values({ userId, secretCipher, keyId, expiresAt }).execute();
    const webauthnChallenge = 'a challenge';
    await tx.insertInto('passkeyEnrolments').values({ userId, webauthnChallenge, expiresAt }).execute();
    const tokenIn = ({ url }: { url: string }) => new URL(url).hash.slice(1);
    const link = { userId, seconds: 600, publicOrigin: ORIGIN, tenantId: null };
    return {
      resetToken: tokenIn(await issuePasswordLink(tx, link)),
      invitationToken: tokenIn(await issuePasswordLink(tx, { ...link, invitedTo: tenantId })),
    };
  });

  const { resetId, keepToken, presentMailed } = await createMailed(portal, common.elsewhere, {
    userId,
    hasSecondFactor,
  });
  const halfway = hasSecondFactor ? await enterPassword() : null;
  const { second_factor: step } = ((await halfway?.json()) ?? {}) as {
    second_factor?: { challenge: string };
  };

  const isOpenLink = async (id: string) => {
    const answer = await app.fetch('/user/check_reset_link', postJson({ id }));
    return ((await answer.json()) as { is_open: boolean }).is_open;
  };
  const isThere = (table: 'totpEnrolments' | 'passkeyEnrolments') =>
    withClaims(owner, { userId }, async (tx) => {
      const row = await tx.selectFrom(table).select('userId').where('userId', '=', userId).executeTakeFirst();
      return row !== undefined;
    });

  /** Whether each thing still does what it is for. What uses something up comes last. */
  const present: Record<Presentable, () => Promise<boolean>> = {
    ...presentMailed,
    ...presentSession(portal, { userId, sessionId }),
    'access token': async () => (await post('/user/activity', {})).ok,
    'statement address': async () => {
      const headers = { cookie: cookie('__Host-session'), 'sec-fetch-site': 'same-origin' };
      return (await app.fetch(statementPath, { headers })).ok;
    },
    'remembered browser': async () => {
      const headers = { cookie: cookie('__Host-remembered') };
      const answer = await app.fetch('/api/session_user/current', { headers });
      return ((await answer.json()) as { email: string | null }).email !== null;
    },
    'known device': () =>
      withClaims(owner, { userId }, async (tx) => {
        const tokenHash = hashToken(cookies.get('__Host-device') ?? '');
        const known = tx.selectFrom('knownDevices').select('userId').where('tokenHash', '=', tokenHash);
        return (await known.executeTakeFirst()) !== undefined;
      }),
    'reset link': () => isOpenLink(resetToken),
    invitation: () => isOpenLink(invitationToken),
    'code app enrolment': () => isThere('totpEnrolments'),
    'passkey enrolment': () => isThere('passkeyEnrolments'),
    'recovery code': () =>
      withClaims(owner, { userId }, async (tx) => {
        const code = tx.selectFrom('recoveryCodes').select('userId').where('codeHash', '=', codeHash);
        return (await code.where('usedAt', 'is', null).executeTakeFirst()) !== undefined;
      }),
    'offer link': async () =>
      (
        await app.fetch(`/get_deal_for_iso/${common.offerId}/${tokens.offer}`, {
          headers: { authorization: `Link ${tokens.offer}` },
        })
      ).ok,
    // An open link gets as far as the bank provider, and there is none here.
    'bank link': async () =>
      (
        await app.fetch(
          '/receive_accounting/link_token',
          postJson({}, { authorization: `Link ${tokens.bank}` }),
        )
      ).status === 422,
    'service token': async () => {
      const headers = { authorization: `Bearer ${service.token}` };
      return (await app.fetch('/api/operator/v1/token', { headers })).ok;
    },
    'cancel link': async () => {
      const body = { token: tokens.cancel };
      const answer = await app.fetch('/api/syndicate/bank_change/of_link', postJson(body));
      return ((await answer.json()) as { state: string }).state === 'pending';
    },
    'unsubscribe link': async () =>
      (await app.fetch('/api/notifications/of_link', postJson({ token: tokens.unsubscribe }))).ok,
    'refresh cookie': async () => (await visit({ grant_type: 'refresh_token' }, cookie('__Host-session'))).ok,
    'sign-in ticket': async () => (await visit({ grant_type: 'ticket', ticket: tokens.ticket })).ok,
    'sign-in challenge': async () => {
      const proof = { challenge: step?.challenge, method: 'totp', code: await codeOf(secret) };
      return (await visit({ grant_type: 'second_factor', ...proof })).ok;
    },
    'pending bank change': async () => {
      const ofChange = { tenantId, changeId };
      await withTenant(owner, tenantId, (tx) =>
        tx
          .updateTable('bankAccountChanges')
          .set({ takesEffectAt: sql<Date>`now() - interval '1 second'` })
          .where('id', '=', changeId)
          .execute(),
      );
      await withTenant(db, tenantId, (tx) => applyChange(tx, ofChange));
      return withTenant(db, tenantId, async (tx) => {
        const change = tx.selectFrom('bankAccountChanges').select('state').where('id', '=', changeId);
        return (await change.executeTakeFirstOrThrow()).state === 'applied';
      });
    },
  };

  return {
    userId,
    syndicateId,
    changeId,
    linkIds,
    resetId,
    keepToken,
    serviceTokenId: service.id,
    present,
    refresh: (jar = cookie('__Host-session')) => visit({ grant_type: 'refresh_token' }, jar),
    keepCookie: (name: string, value: string) => cookies.set(name, value),
    refreshTokenHash: () => hashToken(cookies.get('__Host-session') ?? ''),
    logOut: () => app.fetch('/user/logout', postJson({}, { cookie: cookie('__Host-session') })),
    /** Sends a request in another session of the same user. */
    postElsewhere: (path: string, body: object) => app.fetch(path, postAsMember(body, otherToken, tenantId)),
    getElsewhere: async <T>(path: string) =>
      (await (
        await app.fetch(path, { headers: postAsMember({}, otherToken, tenantId).headers ?? {} })
      ).json()) as T,
    /** The user's session that is not the one everything was asked for in. */
    otherSession: () =>
      withClaims(owner, { userId }, async (tx) => {
        const token = tx.selectFrom('sessionTokens').select('sessionId');
        return (await token.where('tokenHash', '=', hashToken(otherToken)).executeTakeFirstOrThrow())
          .sessionId;
      }),
    resetBy: async () => {
      const { url } = await withClaims(owner, { userId }, (tx) =>
        issuePasswordLink(tx, { userId, seconds: 600, publicOrigin: ORIGIN, tenantId: null }),
      );
      return new URL(url).hash.slice(1);
    },
  };
}
