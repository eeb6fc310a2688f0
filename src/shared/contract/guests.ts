import * as z from 'zod/mini';
import { GUEST_PARTS } from '../domain/guest-parts.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date } from './value-codecs.ts';

const ofSyndicate = wireObject({ syndicateId: ['syndication_id', pathId] });
const ofGuest = wireObject({ syndicateId: ['syndication_id', pathId], guestId: ['guest_id', pathId] });
const guestDone = wireObject({ guestId: ['guest_id', id] });
const parts = z.array(z.enum(GUEST_PARTS));
const givenParts = parts.check(z.minLength(1), z.maxLength(GUEST_PARTS.length));
const moment = z.nullable(z.iso.datetime());

export const GUEST_STATES = ['active', 'invited', 'declined', 'over'] as const;
export type GuestState = (typeof GUEST_STATES)[number];

export const guestFields = {
  id: ['guest_id', id],
  name: ['name', z.string()],
  email: ['email', z.string()],
  parts: ['parts', parts],
  /** The last day of access. */
  until: ['until', date],
  /** `over`: the last day has passed, and nobody has extended it yet. */
  state: ['state', z.enum(GUEST_STATES)],
  invitedAt: ['invited_at', z.iso.datetime()],
  invitedBy: ['invited_by', z.nullable(z.string())],
  /** When the guest last looked at this book. */
  lastSeenAt: ['last_seen_at', moment],
} as const;

/** Investors let others in to read parts of their book, such as their accountant. */
export const guestsContract = {
  guests: endpoint({
    method: 'GET',
    path: '/api/syndicates/:syndication_id/guests',
    access: 'investor',
    needs: ['manage-guests'],
    summary: "The guests of the caller's own syndicate, with the day until which they have access.",
    params: ofSyndicate,
    response: wireObject({
      guests: ['guests', z.array(wireObject(guestFields))],
      /** The last day of access that can be chosen on this day, and the one that is proposed. */
      latest: ['latest', date],
      usual: ['usual', date],
      most: ['most', z.int()],
    }),
  }),

  inviteGuest: endpoint({
    method: 'POST',
    path: '/api/syndicates/:syndication_id/guests',
    access: 'investor',
    needs: ['manage-guests'],
    needsFreshFactor: true,
    isCommand: true,
    records: ['guest invited'],
    summary:
      "Lets somebody read parts of the caller's own book until a day. They get a mail, choose a password of their own and set up a second factor.",
    refusals: [
      'email_invalid',
      'name_like_address',
      'guest_exists',
      'guest_not_possible',
      'guest_until_invalid',
      'guests_too_many',
      'guests_invited_often',
      'syndicate_closed',
    ],
    params: ofSyndicate,
    body: wireObject({
      email: ['email', z.string().check(z.trim(), z.maxLength(254))],
      name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(120))],
      parts: ['parts', givenParts],
      until: ['until', date],
    }),
    response: guestDone,
  }),

  inviteGuestAgain: endpoint({
    method: 'POST',
    path: '/api/syndicates/:syndication_id/guests/:guest_id/invite_again',
    access: 'investor',
    needs: ['manage-guests'],
    records: ['guest invited'],
    summary: 'Mails the invitation again to a guest who has not accepted it yet, once in 15 minutes.',
    refusals: ['guest_not_waiting', 'guests_invited_often'],
    params: ofGuest,
    response: guestDone,
  }),

  changeGuest: endpoint({
    method: 'PUT',
    path: '/api/syndicates/:syndication_id/guests/:guest_id',
    access: 'investor',
    needs: ['manage-guests'],
    needsFreshFactor: true,
    isRepeatable: true,
    records: ['guest changed'],
    summary: 'Changes what a guest sees and until when, from the next call on.',
    refusals: ['guest_until_invalid'],
    params: ofGuest,
    body: wireObject({ parts: ['parts', givenParts], until: ['until', date] }),
    response: guestDone,
  }),

  endGuest: endpoint({
    method: 'POST',
    path: '/api/syndicates/:syndication_id/guests/:guest_id/end',
    access: 'investor',
    needs: ['manage-guests'],
    isRepeatable: true,
    records: ['guest ended'],
    summary: "Ends a guest's access to the book, from the next call on.",
    params: ofGuest,
    response: guestDone,
  }),

  guestAccess: endpoint({
    method: 'GET',
    path: '/api/guest_access',
    access: 'guest',
    openBefore: ['password change', 'second factor'],
    summary: 'What the signed-in guest may read, of which syndicates, and until when.',
    response: wireObject({
      funderName: ['funder_name', z.string()],
      books: [
        'books',
        z.array(
          wireObject({
            syndicateId: ['syndication_id', id],
            syndicateName: ['syndicate_name', z.string()],
            parts: ['parts', parts],
            until: ['until', date],
          }),
        ),
      ],
    }),
  }),
};
