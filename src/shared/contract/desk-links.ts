import * as z from 'zod/mini';
import { LINK_KINDS, LINK_STATES } from '../domain/issued-links.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import {
  ISSUING_RECORDS,
  ISSUING_REFUSALS,
  issuedLinkFields,
  linkRequest,
  listedLinkFields,
} from './operator-links.ts';

const moment = z.nullable(z.iso.datetime());

/** A link as the desk shows it, never with its address. */
export const deskLink = wireObject({
  ...listedLinkFields,
  /** The deal, the company or the person that the link is for, in words. */
  about: ['about', z.string()],
  /** When the page was first opened; for a ticket, when it was used. */
  openedAt: ['opened_at', moment],
  /** Whoever issued it, as the audit trail names them. */
  issuedBy: ['issued_by', z.nullable(z.string())],
  /** Who asked for it, of a link that two people gave out; `issuedBy` has approved that and handed it on. */
  askedBy: ['asked_by', z.nullable(z.string())],
});

/** Never with an address: whoever has that acts as the person whom the link is for. */
const { address: _, ...mailedLinkFields } = issuedLinkFields;

/** Links that grant access by themselves, and the mails of invites, for whoever sends offers. */
export const deskLinksContract = {
  links: endpoint({
    method: 'GET',
    path: '/api/desk/v1/links',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The links that were issued, newest first, 25 at a time; never their addresses.',
    query: wireObject({
      kind: ['kind', z.optional(z.enum(LINK_KINDS))],
      state: ['state', z.optional(z.enum(LINK_STATES))],
      before: ['before', z.optional(pathId)],
    }),
    response: wireObject({
      links: ['data', z.array(deskLink)],
      next: ['next', z.nullable(id)],
    }),
  }),

  issueLink: endpoint({
    method: 'POST',
    path: '/api/desk/v1/links',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    isCommand: true,
    records: ISSUING_RECORDS,
    summary:
      'Issues a link and mails it, or invites a syndicate to pre-funding, as the command and the operator API do. Everything is mailed, to the person whom it is for.',
    refusals: ISSUING_REFUSALS,
    body: linkRequest,
    response: wireObject(mailedLinkFields),
  }),

  askForLink: endpoint({
    method: 'POST',
    path: '/api/desk/v1/links/give_out',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    records: ['approval asked for'],
    summary:
      'Asks for the link of an offer, to send it to the broker in another way than by mail. Whoever approves gets it, once, and hands it on.',
    refusals: ['not_found', 'offer_closed', 'approval_waiting'],
    body: wireObject({ offerId: ['offer_id', id], reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  revokeLink: endpoint({
    method: 'POST',
    path: '/api/desk/v1/links/:id/revoke',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    isRepeatable: true,
    records: ['link revoked'],
    summary: 'Revokes a link that has not been used yet, with the reason. Revoking it again changes nothing.',
    refusals: ['not_found', 'link_over'],
    params: wireObject({ id: ['id', pathId] }),
    body: wireObject({ reason: ['reason', z.string().check(z.trim(), z.minLength(1), z.maxLength(500))] }),
    response: deskLink,
  }),
};
