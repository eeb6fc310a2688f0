import type { invitationsContract } from '../../../shared/contract/invitations.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { answerInvitation, findInvitation } from './answer-invitation.ts';

export const invitationsHandlers = (
  deps: Pick<Deps, 'db' | 'throttle'>,
): Handlers<typeof invitationsContract> => ({
  invitationOfLink: ({ body: { token }, request }) =>
    findInvitation(deps, { token, address: request.ip, site: request.site }),

  async answerInvitation({ body: { token, isAccepted }, request }) {
    await answerInvitation(deps, { token, address: request.ip, site: request.site }, isAccepted);
    return { isDone: true };
  },
});
