import * as z from 'zod/mini';
import { done, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const linkToken = z.string().check(z.regex(/^[\w-]{1,200}$/));

/** For whoever has an account already: what a funder asks of them, and their answer. The link in the mail is the proof. */
export const invitationsContract = {
  invitationOfLink: endpoint({
    method: 'POST',
    path: '/user/invitation/of_link',
    access: 'anyone',
    reads: true,
    summary:
      'The invitation that the link in a mail is about. The first time is noted, and nothing else changes.',
    body: wireObject({ token: ['token', linkToken] }),
    response: wireObject({
      state: ['state', z.enum(['open', 'accepted', 'declined', 'expired', 'withdrawn'])],
      funderName: ['funder_name', z.string()],
      /** Null for somebody who works for the funder. */
      syndicateName: ['syndicate_name', z.nullable(z.string())],
      /** Whether an investor of the syndicate lets them in, to read parts of its book. */
      isGuest: ['is_guest', z.boolean()],
      email: ['email', z.string()],
    }),
  }),

  answerInvitation: endpoint({
    method: 'POST',
    path: '/user/invitation/answer',
    access: 'anyone',
    records: ['invitation accepted', 'invitation declined'],
    summary: 'Accepts or declines an invitation by the link in its mail, once.',
    refusals: ['invitation_settled'],
    body: wireObject({ token: ['token', linkToken], isAccepted: ['accept', z.boolean()] }),
    response: done,
  }),
};
