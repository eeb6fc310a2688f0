import type { FastifyReply } from 'fastify';
import type { authContract } from '../../../shared/contract/auth.ts';
import type { Deps } from '../../app.ts';
import { Refusal } from '../../errors.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { rememberedTokenOf } from '../../http/remembered-cookie.ts';
import { sessionTokenOf } from '../../http/session-cookie.ts';
import { readCapability, tenantOfLink } from '../../identity/capabilities.ts';
import { renewSession, signOut, touchSession } from '../../identity/sessions.ts';
import { ACCESS_TOKEN_SECONDS, IDLE_SECONDS } from '../../identity/tokens.ts';
import { forgetRemembered, forgetSession, keepDevice, keepRemembered, keepSession } from './cookies.ts';
import { secondsLocked } from './credentials.ts';
import type { SignedIn } from './open-session.ts';
import { readRemembered, visitorOf } from './remembered-user.ts';
import { askForPasskey, finishSignIn } from './second-step.ts';
import { listTenants, type SecondStep, signIn, signInByTicket } from './sign-in.ts';
import { readSignInPage } from './sign-in-page.ts';
import { findRememberedUser, findSignedInUser, forgetRememberedUser } from './user-of-cookie.ts';

export const authHandlers = (deps: Deps): Handlers<typeof authContract> => ({
  async requestToken({ body, request, reply }) {
    const device = { userAgent: request.headers['user-agent'], address: request.ip };
    if ('challengeToken' in body)
      return answer(reply, await finishSignIn(deps, body, { ...visitorOf(request), device }));
    switch (body.grant) {
      case 'refresh_token': {
        const token = sessionTokenOf(request);
        if (!token) throw new Refusal('not_signed_in');
        const renewed = await renewSession(deps.db, token);
        return answer(reply, { ...renewed, deviceToken: null, remembering: 'unchanged' });
      }
      case 'ticket':
        return answer(reply, await signInByTicket(deps, body.ticket, device));
      case 'remembered': {
        const user = await findRememberedUser(deps.db, rememberedTokenOf(request));
        if (!user) throw new Refusal('not_signed_in');
        const attempt = {
          ...body,
          ...visitorOf(request),
          loginName: user.loginName,
          isRemembered: true,
          device,
        };
        return answer(reply, await signIn(deps, attempt));
      }
      case 'password':
        return answer(reply, await signIn(deps, { ...body, ...visitorOf(request), device }));
    }
  },

  async passkeyOptions({ body }) {
    return { options: await askForPasskey(deps, body.challengeToken) };
  },

  async logIn({ body, request }) {
    const tenants = await listTenants(deps, { ...body, ...visitorOf(request) });
    return { isCorrect: true, message: '', tenants };
  },

  signInPage: () => readSignInPage(deps),

  async captchaChallenge() {
    return { challenge: await deps.captcha.newChallenge() };
  },

  async lockState({ params, request }) {
    const retryAfterSeconds = await secondsLocked(deps, { ...params, ...visitorOf(request) });
    return { isLocked: retryAfterSeconds > 0, retryAfterSeconds };
  },

  rememberedUser: ({ request }) => readRemembered(deps, request),

  async forgetRememberedUser({ request, reply }) {
    const [remembered, session] = [rememberedTokenOf(request), sessionTokenOf(request)];
    if (remembered) await forgetRememberedUser(deps.db, remembered);
    forgetRemembered(reply);
    // One that has gone idle is theirs too.
    if (session) await signOut(deps.db, session);
    forgetSession(reply);
    return { isForgotten: true };
  },

  async checkTicket({ body, request }) {
    const user = await findSignedInUser(deps.db, sessionTokenOf(request));
    if (!user) throw new Refusal('not_signed_in');
    const ticket = await readCapability(deps.db, 'sign-in ticket', body.ticket);
    // Whoever came by another funder's ticket is themselves, and yet not in here.
    const isElsewhere = user.onlyTenantId !== null && user.onlyTenantId !== tenantOfLink(body.ticket);
    const isOwn = ticket?.subjectId === user.id && !isElsewhere;
    return { signedInAs: user.name, ticketOf: !ticket ? 'nobody' : isOwn ? 'you' : 'somebody_else' };
  },

  async reportActivity({ caller, tx }) {
    await touchSession(tx, caller.sessionId);
    return { idleAfterSeconds: IDLE_SECONDS };
  },

  async signOut({ request, reply }) {
    const token = sessionTokenOf(request);
    if (token) await signOut(deps.db, token);
    forgetSession(reply);
    return { isSignedOut: true };
  },
});

function answer(reply: FastifyReply, session: SignedIn | SecondStep) {
  if ('secondFactor' in session) return session;
  keepSession(reply, session);
  keepDevice(reply, session.deviceToken);
  keepRemembered(reply, session.remembering);
  const { accessToken, userId, mustChangePassword, tenants } = session;
  const expiresInSeconds = ACCESS_TOKEN_SECONDS;
  return { accessToken, tokenType: 'Bearer' as const, expiresInSeconds, userId, mustChangePassword, tenants };
}
