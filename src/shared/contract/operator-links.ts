import * as z from 'zod/mini';
import { INVITE_PAGES, LINK_DAYS, LINK_KINDS, LINK_STATES, TICKET_MINUTES } from '../domain/issued-links.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { chosenPercent } from './value-codecs.ts';

const days = z._default(z.int().check(z.minimum(1), z.maximum(LINK_DAYS.most)), LINK_DAYS.default);
const minutes = z._default(
  z.int().check(z.minimum(1), z.maximum(TICKET_MINUTES.most)),
  TICKET_MINUTES.default,
);
/** Without it the address is answered instead, once. */
const isMailed = z._default(z.boolean(), true);
const mailAddress = z.string().check(z.maxLength(254));

const linkRequest = z.union([
  wireObject({
    kind: ['kind', z.literal('offer')],
    offerId: ['offer_id', id],
    days: ['days', days],
    isMailed: ['mail', isMailed],
  }),
  wireObject({
    kind: ['kind', z.literal('bank')],
    companyId: ['company_id', id],
    /** The merchant's; not needed where no mail is sent. */
    to: ['to', z.optional(mailAddress)],
    days: ['days', days],
    isMailed: ['mail', isMailed],
  }),
  wireObject({
    kind: ['kind', z.literal('ticket')],
    email: ['email', mailAddress],
    minutes: ['minutes', minutes],
    isMailed: ['mail', isMailed],
  }),
  wireObject({
    kind: ['kind', z.enum(INVITE_PAGES)],
    inviteId: ['invite_id', id],
    isMailed: ['mail', isMailed],
  }),
  /** Invites the syndicate, unless it is invited already. */
  wireObject({
    kind: ['kind', z.literal('prefunding')],
    offerId: ['offer_id', id],
    syndicateId: ['syndicate_id', id],
    offeredSharePercent: ['offered_percent', z.optional(chosenPercent)],
    maxSharePercent: ['max_percent', z.optional(chosenPercent)],
    isMailed: ['mail', isMailed],
  }),
]);

/** What the operator asks for, by command or by call. */
export type LinkRequest = z.output<typeof linkRequest>;

const moment = z.iso.datetime();

const issuedLink = wireObject({
  /** Null for the page of an invite, which opens only to who signs in: there is nothing to list or revoke. */
  id: ['id', z.nullable(id)],
  inviteId: ['invite_id', z.nullable(id)],
  expiresAt: ['expires_at', z.nullable(moment)],
  mailedTo: ['mailed_to', z.nullable(z.string())],
  /** Of a link that is not mailed, in the first answer alone; of an invite's page always. */
  address: ['address', z.nullable(z.url())],
});

const listedLink = wireObject({
  id: ['id', id],
  kind: ['kind', z.enum(LINK_KINDS)],
  /** The offer's, the company's or the user's. */
  subjectId: ['subject_id', id],
  state: ['state', z.enum(LINK_STATES)],
  issuedAt: ['issued_at', moment],
  expiresAt: ['expires_at', moment],
  usedAt: ['used_at', z.nullable(moment)],
  revokedAt: ['revoked_at', z.nullable(moment)],
  mailedTo: ['mailed_to', z.nullable(z.string())],
  /** When the mail server took it. */
  mailedAt: ['mailed_at', z.nullable(moment)],
});

export const operatorLinksContract = {
  issueLink: endpoint({
    method: 'POST',
    path: '/api/operator/v1/links',
    access: 'service token',
    scope: 'links',
    records: [
      'offer link issued',
      'bank link issued',
      'sign-in ticket issued',
      'syndicate invited',
      'invite mailed',
    ],
    isCommand: true,
    summary:
      'Issues a link to an offer, to connect a bank or to sign in, or invites a syndicate to pre-funding or to reply to accounting, and mails it.',
    refusals: [
      'not_found',
      'offer_closed',
      'invite_closed',
      'share_not_allowed',
      'share_not_left',
      'invite_exists',
      'email_invalid',
      'user_has_no_password',
    ],
    body: linkRequest,
    response: issuedLink,
  }),

  listLinks: endpoint({
    method: 'GET',
    path: '/api/operator/v1/links',
    access: 'service token',
    scope: 'links',
    summary: 'The links that were issued, newest first, a hundred at a time; never their addresses.',
    query: wireObject({
      kind: ['kind', z.optional(z.enum(LINK_KINDS))],
      state: ['state', z.optional(z.enum(LINK_STATES))],
      before: ['before', z.optional(pathId)],
    }),
    response: wireObject({
      links: ['data', z.array(listedLink)],
      /** Asked for as `before`, it gives the next hundred. */
      next: ['next', z.nullable(id)],
    }),
  }),

  revokeLink: endpoint({
    method: 'DELETE',
    path: '/api/operator/v1/links/:id',
    access: 'service token',
    scope: 'links',
    records: ['link revoked'],
    summary: 'Makes a link useless that nobody has used yet. Said again, it changes nothing.',
    refusals: ['not_found', 'link_over'],
    params: wireObject({ id: ['id', pathId] }),
    response: listedLink,
  }),
};
