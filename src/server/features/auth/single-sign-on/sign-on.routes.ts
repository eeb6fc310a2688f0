import type { FastifyReply, FastifyRequest } from 'fastify';
import type { authContract } from '../../../../shared/contract/auth.ts';
import { DESK_PAGES } from '../../../../shared/desk-pages.ts';
import { pathOf } from '../../../../shared/pages.ts';
import type { Handlers } from '../../../access/endpoints.ts';
import type { Deps } from '../../../deps.ts';
import { tenantOfLink } from '../../../identity/capabilities.ts';
import { endSessionOf } from '../../../identity/sessions.ts';
import { hashSessionToken } from '../../../identity/tokens.ts';
import { newToken } from '../../../platform/crypto/random-tokens.ts';
import { Refusal } from '../../../platform/errors.ts';
import { deviceTokenOf } from '../../../platform/http/device-cookie.ts';
import { isLedByOthers } from '../../../platform/http/same-origin.ts';
import { sessionTokenOf } from '../../../platform/http/session-cookie.ts';
import { keepSignOn, signOnTokenOf } from '../../../platform/http/sign-on-cookie.ts';
import { keepDevice, keepSession } from '../cookies.ts';
import { hashOfDevice } from '../known-devices.ts';
import type { SecondStep } from '../sign-in.ts';
import { beginSignOn, requireSignOnTenant } from './begin-sign-on.ts';
import { enterDesk, findVouchedPerson } from './finish-sign-on.ts';
import { ATTEMPT_SECONDS, takeAttempt } from './sign-on-attempts.ts';
import { reasonOf, recordSignOnFailure, SignOnFailure } from './sign-on-failure.ts';

type SignOnHandlers = Pick<Handlers<typeof authContract>, 'startSignOn' | 'finishSignOn'>;

/** The two ends of a sign-in at a provider. A browser comes to both by itself, so each leads on to a page, whatever happens. */
export const signOnHandlers = (deps: Deps): SignOnHandlers => ({
  async startSignOn({ query, request, reply }) {
    const { site } = request;
    let tenantId: string | null = null;
    return leadOn(deps, { request, reply, tenant: () => tenantId }, async () => {
      // A link could sign a visitor in as somebody else, through the provider of whoever made it. So a person begins it here.
      if (isLedByOthers(request)) throw new SignOnFailure('sso_start_here', 'setup');
      await deps.throttle.reserveSignOn(request.ip);
      tenantId = await requireSignOnTenant(deps, { ...query, site });
      // The same token for all tabs of the browser, so that two sign-ins at once do not spoil each other.
      const token = signOnTokenOf(request) ?? newToken();
      const session = sessionTokenOf(request);
      const browser = {
        site,
        token,
        session: session ? hashSessionToken(session, site) : null,
        device: hashOfDevice(deviceTokenOf(request)),
      };
      const address = await beginSignOn(deps, tenantId, browser);
      keepSignOn(reply, token, ATTEMPT_SECONDS);
      return address;
    });
  },

  async finishSignOn({ params: { slug }, query: { state }, request, reply }) {
    const { site } = request;
    const browserToken = signOnTokenOf(request);
    const tenant = () => tenantOfLink(state ?? '');
    return leadOn(deps, { request, reply, tenant }, async () => {
      const presented = { slug, site, ...(state && { state }), ...(browserToken && { browserToken }) };
      const { tenantId, proof, replacedToken, ...begun } = await takeAttempt(deps.db, presented);
      const url = new URL(request.url, site.origin);
      const person = await findVouchedPerson(deps, { tenantId, proof, url });
      const device = { userAgent: request.headers['user-agent'], address: request.ip };
      const entered = await enterDesk(deps, person, { tenantId, ...begun, device, site });
      if ('secondFactor' in entered) return secondStepAddress(entered);
      // A sign-in replaces the session that the browser had.
      if (replacedToken) await endSessionOf(deps.db, replacedToken, site);
      keepSession(reply, entered);
      keepDevice(reply, entered.deviceToken);
      return DESK_PAGES.board;
    });
  },
});

/** Behind the sign that browsers keep to themselves: it opens nothing without the second factor, and is not logged anywhere. */
const secondStepAddress = ({ secondFactor: { challengeToken, methods } }: SecondStep): string =>
  `${pathOf('signIn')}#${new URLSearchParams({ challenge: challengeToken, methods: methods.join() })}`;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whose sign-in it is, as far as that is known. */
  tenant: () => string | null;
}

async function leadOn({ db }: Deps, { request, reply, tenant }: Exchange, work: () => Promise<string>) {
  try {
    return reply.redirect(await work());
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    const { code, step } = failure;
    request.log.warn({ code, step, reason: reasonOf(failure) }, 'single sign-on failed');
    const tenantId = tenant();
    // An answer that nobody here asked for names any tenant it likes.
    if (tenantId && step !== 'state') await recordSignOnFailure(db, tenantId, failure);
    return reply.redirect(`${pathOf('signIn')}?${new URLSearchParams({ sso: code })}`);
  }
}

function asFailure(error: unknown): SignOnFailure | null {
  if (error instanceof SignOnFailure) return error;
  const isBusy = error instanceof Refusal && error.code === 'too_many_attempts';
  return isBusy ? new SignOnFailure('sso_busy', 'setup', error) : null;
}
