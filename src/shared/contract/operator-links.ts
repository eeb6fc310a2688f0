import * as z from 'zod/mini';
import { INVITE_PAGES, LINK_DAYS, LINK_KINDS, LINK_STATES, TICKET_MINUTES } from '../domain/issued-links.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { chosenPercent } from './value-codecs.ts';

const days = z._default(z.int().check(z.minimum(1), z.maximum(LINK_DAYS.max)), LINK_DAYS.default);
const minutes = z._default(
  z.int().check(z.minimum(1), z.maximum(TICKET_MINUTES.max)),
  TICKET_MINUTES.default,
);
/** Whether to mail the link. Without a mail, the address is returned in the answer, once. */
const isMailed = z._default(z.boolean(), true);
const mailAddress = z.string().check(z.maxLength(254));

/** The id that the funder's own system uses and that an import has stored. */
const ownId = z.string().check(z.minLength(1), z.maxLength(100));

export const linkRequest = z.union([
  wireObject({
    kind: ['kind', z.literal('offer')],
    /** Exactly one of these two names the offer. */
    offerId: ['offer_id', z.optional(id)],
    ownOfferId: ['offer', z.optional(ownId)],
    days: ['days', days],
    isMailed: ['mail', isMailed],
  }),
  wireObject({
    kind: ['kind', z.literal('bank')],
    /** Exactly one of these two names the company. */
    companyId: ['company_id', z.optional(id)],
    ownCompanyId: ['company', z.optional(ownId)],
    /** The merchant's address. Not needed when no mail is sent. */
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
  /** Invites the syndicate unless it has been invited already. */
  wireObject({
    kind: ['kind', z.literal('prefunding')],
    offerId: ['offer_id', z.optional(id)],
    ownOfferId: ['offer', z.optional(ownId)],
    syndicateId: ['syndicate_id', z.optional(id)],
    /** The syndicate's abbreviation or id. */
    syndicate: ['syndicate', z.optional(ownId)],
    offeredSharePercent: ['offered_percent', z.optional(chosenPercent)],
    maxSharePercent: ['max_percent', z.optional(chosenPercent)],
    isMailed: ['mail', isMailed],
  }),
]);

/** A request for a link, whether it came by command or by API call. */
export type LinkRequest = z.output<typeof linkRequest>;

const moment = z.iso.datetime();

export const issuedLinkFields = {
  /** Null for the page of an invite. It opens only after sign-in, so there is nothing to list or revoke. */
  id: ['id', z.nullable(id)],
  inviteId: ['invite_id', z.nullable(id)],
  expiresAt: ['expires_at', z.nullable(moment)],
  mailedTo: ['mailed_to', z.nullable(z.string())],
  /** The address of a link that is not mailed is only in the first answer. That of an invite is in every answer. */
  address: ['address', z.nullable(z.url())],
} as const;

export const listedLinkFields = {
  id: ['id', id],
  kind: ['kind', z.enum(LINK_KINDS)],
  /** The id of the offer, the company or the user that the link is for. */
  subjectId: ['subject_id', id],
  state: ['state', z.enum(LINK_STATES)],
  issuedAt: ['issued_at', moment],
  expiresAt: ['expires_at', moment],
  usedAt: ['used_at', z.nullable(moment)],
  revokedAt: ['revoked_at', z.nullable(moment)],
  mailedTo: ['mailed_to', z.nullable(z.string())],
  /** When the mail server accepted the mail. */
  mailedAt: ['mailed_at', z.nullable(moment)],
} as const;

const listedLink = wireObject(listedLinkFields);

/** What of issuing a link is the same at the desk: its events and its refusals. */
export const ISSUING_RECORDS = [
  'offer link issued',
  'bank link issued',
  'sign-in ticket issued',
  'syndicate invited',
  'invite mailed',
] as const;

export const ISSUING_REFUSALS = [
  'not_found',
  'offer_closed',
  'invite_closed',
  'share_not_allowed',
  'share_not_left',
  'invite_exists',
  'email_invalid',
  'user_has_no_password',
  'syndicate_unknown',
  'syndicate_closed',
  'broker_address_of_sender',
] as const;

export const operatorLinksContract = {
  issueLink: endpoint({
    method: 'POST',
    path: '/api/operator/v1/links',
    access: 'service token',
    scope: 'links',
    records: ISSUING_RECORDS,
    isCommand: true,
    summary:
      'Issues a link to an offer, to connect a bank or to sign in, or invites a syndicate to pre-funding or to reply to accounting, and mails it. `offer` and `company` are your own ids, as imported; `offer_id` and `company_id` the portal’s.',
    refusals: ISSUING_REFUSALS,
    body: linkRequest,
    response: wireObject(issuedLinkFields),
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
      /** Passed as `before`, it returns the next hundred. */
      next: ['next', z.nullable(id)],
    }),
  }),

  revokeLink: endpoint({
    method: 'DELETE',
    path: '/api/operator/v1/links/:id',
    access: 'service token',
    scope: 'links',
    records: ['link revoked'],
    summary: 'Revokes a link that has not been used yet. Revoking it again changes nothing.',
    refusals: ['not_found', 'link_over'],
    params: wireObject({ id: ['id', pathId] }),
    response: listedLink,
  }),
};
