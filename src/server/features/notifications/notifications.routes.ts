import type { notificationsContract } from '../../../shared/contract/notifications.ts';
import { isAlwaysTold } from '../../../shared/domain/notifications.ts';
import { pathWithToken } from '../../../shared/pages.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { choose, readChoices } from '../../notifications/choices.queries.ts';
import { Refusal } from '../../platform/errors.ts';
import { findKindsByLink, switchOffByLink } from './unsubscribe-links.ts';

export const notificationsHandlers = (deps: Deps): Handlers<typeof notificationsContract> => ({
  async notificationChoices({ caller, tx }) {
    const choices = await readChoices(tx, caller);
    return {
      choices: choices.map(({ changedAt, ...rest }) => ({
        ...rest,
        changedAt: changedAt?.toISOString() ?? null,
      })),
    };
  },

  async chooseNotification({ body: { kind, choice, isWithFiles }, caller, tx }) {
    if (isAlwaysTold(kind)) throw new Refusal('notification_always_sent');
    await choose(tx, caller, { kind, choice, isWithFiles, isByLink: false });
    return { isDone: true };
  },

  notificationsOfLink: ({ body, request }) =>
    findKindsByLink(deps, { ...body, address: request.ip, site: request.site }),

  async switchOffByLink({ body, request }) {
    await switchOffByLink(deps, { ...body, address: request.ip, site: request.site });
    return { isDone: true };
  },

  async unsubscribe({ params, request }) {
    await switchOffByLink(deps, { ...params, address: request.ip, site: request.site });
    return { isDone: true };
  },

  // Programs that check mails open every address in them, so that this changes nothing and says nothing about the token.
  openUnsubscribePage: async ({ params: { token }, reply }) =>
    reply.redirect(pathWithToken('unsubscribe', token)),
});
