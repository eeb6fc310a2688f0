import type { FastifyReply, FastifyRequest } from 'fastify';
import type { authContract } from '../../../shared/contract/auth.ts';
import { IDLE_SECONDS } from '../../../shared/domain/idle-limits.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { belongsToSite } from '../../hosts/site.ts';
import { readCapability, tenantOfLink } from '../../identity/capabilities.ts';
import { renewSession, signOut, touchSession } from '../../identity/sessions.ts';
import { ACCESS_TOKEN_SECONDS } from '../../identity/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { deviceTokenOf } from '../../platform/http/device-cookie.ts';
import { rememberedTokenOf } from '../../platform/http/remembered-cookie.ts';
import { isFromProgram } from '../../platform/http/same-origin.ts';
import { sessionTokenOf } from '../../platform/http/session-cookie.ts';
import { captchaLoad } from './captcha-load.ts';
import { askForPasskeyAgain, confirmSecondFactor } from './confirm-second-factor.ts';
import { forgetRemembered, forgetSession, keepDevice, keepRemembered, keepSession } from './cookies.ts';
import { lockStateOf } from './lock-state.ts';
import type { SignedIn } from './open-session.ts';
import { readRemembered, visitorOf } from './remembered-user.ts';
import { askForPasskey, finishSignIn } from './second-step.ts';
import { listTenants, type SecondStep, signIn, signInByTicket } from './sign-in.ts';
import { readSignInPage } from './sign-in-page.ts';
import { signOnHandlers } from './single-sign-on/sign-on.routes.ts';
import { findRememberedUser, findSignedInUser, forgetRememberedUser } from './user-of-cookie.ts';

export const authHandlers = (deps: Deps): Handlers<typeof authContract> => ({
  async requestToken({ body, request, reply }) {
    const exchange = { request, reply };
    const device = { userAgent: request.headers['user-agent'], address: request.ip };
    const { site } = request;
    if ('challengeToken' in body)
      return opened(deps, exchange, await finishSignIn(deps, body, { ...visitorOf(request), device }));
    switch (body.grant) {
      case 'refresh_token': {
        const token = sessionTokenOf(request);
        if (!token) throw new Refusal('not_signed_in');
        const renewed = await renewSession(deps.db, token, site);
        return answer(exchange, { ...renewed, deviceToken: null, remembering: 'unchanged' });
      }
      case 'ticket':
        return opened(
          deps,
          exchange,
          await signInByTicket(deps, body.ticket, { deviceToken: deviceTokenOf(request), device, site }),
        );
      case 'remembered': {
        const user = await findRememberedUser(deps.db, rememberedTokenOf(request), site);
        if (!user) throw new Refusal('not_signed_in');
        const attempt = {
          ...body,
          ...visitorOf(request),
          loginName: user.loginName,
          isRemembered: true,
          device,
        };
        return opened(deps, exchange, await signIn(deps, attempt));
      }
      case 'password':
        return opened(deps, exchange, await signIn(deps, { ...body, ...visitorOf(request), device }));
    }
  },

  async passkeyOptions({ body, request }) {
    return { options: await askForPasskey(deps, body.challengeToken, request.site) };
  },

  async confirmSecondFactor({ body, request, inTransaction }) {
    await confirmSecondFactor(inTransaction, deps, { proof: body, address: request.ip, site: request.site });
    return { isDone: true };
  },

  async confirmationPasskeyOptions({ caller, request, tx }) {
    return { options: await askForPasskeyAgain(tx, caller, request.site) };
  },

  async logIn({ body, request }) {
    const tenants = await listTenants(deps, { ...body, ...visitorOf(request) }, request.site);
    return { isCorrect: true, message: '', tenants };
  },

  signInPage: ({ request }) => readSignInPage(deps, request.site),

  ...signOnHandlers(deps),

  async captchaChallenge({ request }) {
    return { challenge: await deps.captcha.newChallenge(await captchaLoad(deps, deviceTokenOf(request))) };
  },

  lockState: ({ body, request }) => tellLockState(deps, body, request),
  olderLockState: ({ params, request }) => tellLockState(deps, params, request),

  rememberedUser: ({ request }) => readRemembered(deps, request),

  async forgetRememberedUser({ request, reply }) {
    const [remembered, session] = [rememberedTokenOf(request), sessionTokenOf(request)];
    if (remembered) await forgetRememberedUser(deps.db, remembered, request.site);
    forgetRemembered(reply);
    // A session that has gone idle is closed too.
    if (session) await signOut(deps.db, session, request.site);
    forgetSession(reply);
    return { isForgotten: true };
  },

  async checkTicket({ body, request }) {
    const user = await findSignedInUser(deps.db, sessionTokenOf(request), request.site);
    if (!user) throw new Refusal('not_signed_in');
    const isHere = belongsToSite(request.site, tenantOfLink(body.ticket));
    const ticket = isHere ? await readCapability(deps.db, 'sign-in ticket', body.ticket) : null;
    // Somebody who came with another funder's ticket is the right person but has no access to this funder.
    const isElsewhere = user.onlyTenantId !== null && user.onlyTenantId !== tenantOfLink(body.ticket);
    const isOwn = ticket?.subjectId === user.id && !isElsewhere;
    return { signedInAs: user.name, ticketOf: !ticket ? 'nobody' : isOwn ? 'you' : 'somebody_else' };
  },

  async reportActivity({ caller, tx }) {
    const minutes = await touchSession(tx, caller.sessionId);
    const limit = caller.kind === 'staff' ? await staffIdleMinutes(tx, caller.tenantId) : IDLE_SECONDS / 60;
    return { idleAfterSeconds: Math.min(minutes, limit) * 60 };
  },

  async signOut({ request, reply }) {
    const token = sessionTokenOf(request);
    if (token) await signOut(deps.db, token, request.site);
    forgetSession(reply);
    return { isSignedOut: true };
  },
});

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A sign-in replaces the session that the browser had, so that nobody who knows the old one's tokens goes on with it. */
async function opened({ db }: Deps, exchange: Exchange, session: SignedIn | SecondStep) {
  const { request } = exchange;
  const before = sessionTokenOf(request);
  if (!('secondFactor' in session) && before && !isFromProgram(request))
    await signOut(db, before, request.site);
  return answer(exchange, session);
}

function answer({ request, reply }: Exchange, session: SignedIn | SecondStep) {
  if ('secondFactor' in session) return session;
  // A program gets only the token. A cookie would let somebody else's page act in the user's name.
  if (!isFromProgram(request)) {
    keepSession(reply, session);
    keepDevice(reply, session.deviceToken);
    keepRemembered(reply, session.remembering);
  }
  const { accessToken, userId, name, mustChangePassword, tenants } = session;
  const role = tenants.find(({ role }) => role !== 'syndication')?.role;
  return {
    accessToken,
    token: accessToken,
    tokenType: 'Bearer' as const,
    expiresInSeconds: ACCESS_TOKEN_SECONDS,
    userId,
    id: userId,
    name,
    mustChangePassword,
    isTerminated: false,
    role: role ?? 'syndication',
    syndicateId: tenants.length === 1 ? (tenants[0]?.syndicateId ?? null) : null,
    tenants,
  };
}

async function staffIdleMinutes(tx: Tx, tenantId: string): Promise<number> {
  const tenant = await tx
    .selectFrom('tenants')
    .select('staffIdleMinutes')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return tenant.staffIdleMinutes;
}

async function tellLockState(deps: Deps, { loginName }: { loginName: string }, request: FastifyRequest) {
  const retryAfterSeconds = await lockStateOf(deps, { loginName, ...visitorOf(request) });
  return { isLocked: retryAfterSeconds > 0, retryAfterSeconds };
}
