import { sql } from 'kysely';
import type { Investor } from '../access/caller.ts';
import {
  factorAdded,
  factorRemoved,
  replaceRecoveryCodes,
} from '../features/second-factor/factor-changes.ts';
import { applyFactorReset } from '../identity/apply-factor-reset.jobs.ts';
import { endGuest } from '../identity/guests.ts';
import { revokeToken } from '../identity/service-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import type { JobDeps } from '../platform/jobs/jobs.ts';
import { operator as STAFF } from '../testing/import-desk.ts';
import type { TestOperator } from '../testing/operator.ts';
import { PASSWORD, type TestPortal } from '../testing/portal.ts';
import { cookieOf, postJson } from '../testing/test-app.ts';
import type { Everything } from './everything-outstanding.ts';
import { makeGuest } from './more-outstanding.ts';
import type { RevokingEvent } from './outstanding.ts';

const NEW_PASSWORD = 'an entirely new one';

interface Within {
  portal: TestPortal;
  /** A system of the funder that may do everything. */
  operator: TestOperator;
  everything: Everything;
}

async function succeed(...answers: Promise<Response>[]): Promise<void> {
  for (const answer of await Promise.all(answers))
    if (!answer.ok) throw new Error(`The event answered ${answer.status}: ${await answer.text()}`);
}

/** Changes second factors as the endpoints do, under the caller of the other session. */
async function changeFactors(
  { portal, everything }: Within,
  work: (tx: Tx, caller: Investor) => Promise<unknown>,
): Promise<void> {
  const { tenantId, database } = portal;
  const { userId, syndicateId, otherSession } = everything;
  const caller: Investor = {
    kind: 'investor',
    userId,
    tenantId,
    syndicateId,
    sessionId: await otherSession(),
    isOfOneTenant: false,
    mustChangePassword: false,
    mustAddSecondFactor: false,
    permissions: new Set(),
    tabs: { simple: true, detailed: true, deals: true },
  };
  await withClaims(database.db, { tenantId, userId }, (tx) => work(tx, caller));
}

/** How each event comes about. Second factors are changed below the endpoints, whose own proofs are tried elsewhere. */
export const REVOKE: Readonly<Record<RevokingEvent, (within: Within) => Promise<void>>> = {
  async 'the password is reset'({ portal, everything }) {
    const body = { id: await everything.resetBy(), password: NEW_PASSWORD };
    await succeed(portal.app.fetch('/user/reset_password', postJson(body)));
  },
  'the password is changed in another session': ({ everything: { userId, postElsewhere } }) =>
    succeed(
      postElsewhere('/api/updateSyndicateUserPwd', {
        user_id: Number(userId),
        oldpassword: PASSWORD,
        password: NEW_PASSWORD,
      }),
    ),
  'the account is closed': ({ operator, everything: { userId } }) =>
    succeed(operator.post(`users/${userId}/close`, {})),
  async 'the session is ended from another'({ everything: { postElsewhere, getElsewhere } }) {
    const sessions = await getElsewhere<{ id: string; is_current: boolean }[]>('/user/sessions');
    const which = sessions.find((session) => !session.is_current)?.id;
    await succeed(postElsewhere('/user/sessions/end', { which, password: PASSWORD }));
  },
  'all other sessions are ended': ({ everything }) =>
    succeed(everything.postElsewhere('/user/sessions/end', { which: 'others', password: PASSWORD })),
  async 'the refresh token is used twice'({ portal, everything }) {
    const tokenHash = everything.refreshTokenHash();
    const renewed = await everything.refresh();
    // The successor is used, so its answer was not lost.
    const current = await everything.refresh(cookieOf(renewed));
    await withClaims(portal.database.owner, { userId: everything.userId }, (tx) =>
      tx
        .updateTable('sessionTokens')
        .set({ replacedAt: sql<Date>`now() - interval '1 minute'` })
        .where('tokenHash', '=', tokenHash)
        .execute(),
    );
    const again = await everything.refresh();
    if (!renewed.ok || !current.ok || again.ok) throw new Error('Each token should have worked once.');
    const [name = '', value = ''] = cookieOf(current).split('=');
    everything.keepCookie(name, value);
  },
  'the user logs out': ({ everything }) => succeed(everything.logOut()),
  'the first second factor is added in another session': (within) =>
    changeFactors(within, (tx, caller) => factorAdded(tx, caller, { count: 0 }, 'code app added')),
  'another second factor is added in another session': (within) =>
    changeFactors(within, (tx, caller) => factorAdded(tx, caller, { count: 1 }, 'passkey added')),
  'one of two second factors is removed in another session': (within) =>
    changeFactors(within, (tx, caller) => factorRemoved(tx, caller, 'passkey removed')),
  'the last second factor is removed in another session': (within) =>
    changeFactors(within, async (tx, caller) => {
      await tx.deleteFrom('userTotp').where('userId', '=', caller.userId).execute();
      await factorRemoved(tx, caller, 'code app removed');
    }),
  'the recovery codes are renewed in another session': (within) =>
    changeFactors(within, replaceRecoveryCodes),
  async 'the second factor is reset by the operator'({ portal, everything: { resetId } }) {
    const { tenantId, database } = portal;
    await withTenant(database.owner, tenantId, (tx) =>
      tx
        .updateTable('secondFactorResets')
        .set({ takesEffectAt: sql<Date>`now() - interval '1 second'` })
        .where('id', '=', resetId)
        .execute(),
    );
    await applyFactorReset.run({ db: database.db } as JobDeps, { tenantId, resetId });
  },
  'the second factor reset is cancelled': ({ portal, everything: { keepToken } }) =>
    succeed(portal.app.fetch('/api/second-factor/reset/cancel_by_link', postJson({ token: keepToken }))),
  'a permission is taken': ({ operator, everything: { userId } }) =>
    succeed(operator.send('PUT', `users/${userId}/permissions`, { can_view_fcs: false })),
  'the user is moved to another syndicate': ({ portal, operator, everything: { userId } }) =>
    succeed(operator.send('PUT', `users/${userId}/permissions`, { syndicate: `${portal.syndicateId}` })),
  'the operator revokes the links': ({ operator, everything: { linkIds } }) =>
    succeed(...linkIds.map((id) => operator.delete(`links/${id}`))),
  async 'the service token is revoked'({ portal, everything: { serviceTokenId } }) {
    const { tenantId, database } = portal;
    await withClaims(database.db, { tenantId }, (tx) => revokeToken(tx, tenantId, serviceTokenId, STAFF));
  },
  'the bank change is cancelled': ({ operator, everything: { changeId } }) =>
    succeed(operator.post(`bank_changes/${changeId}/cancel`, {})),
  async 'the guest is ended'({ portal, everything }) {
    const { tenantId, database } = portal;
    const guestId = await makeGuest(portal, everything);
    const by = { actorId: null, operator: STAFF };
    await withTenant(database.db, tenantId, (tx) =>
      endGuest(tx, { tenantId, guestId }, 'ended by funder', by),
    );
  },
};
