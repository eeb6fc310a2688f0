import * as z from 'zod/mini';
import { id, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const domains = z.array(z.string().check(z.trim(), z.maxLength(253))).check(z.maxLength(50));

const provider = wireObject({
  issuer: ['issuer', z.string()],
  clientId: ['client_id', z.string()],
  domains: ['domains', z.array(z.string())],
  isRequired: ['is_required', z.boolean()],
  /** False until a second person has approved it; nobody signs in there before. */
  isApproved: ['is_approved', z.boolean()],
});

const signOn = wireObject({
  /** Null where single sign-on is off. The secret is never shown. */
  provider: ['provider', z.nullable(provider)],
  /** Whether each domain is the funder's. Its addresses count once its DNS has this TXT record. */
  domainProofs: [
    'domain_proofs',
    z.array(
      wireObject({
        domain: ['domain', z.string()],
        recordName: ['record_name', z.string()],
        recordValue: ['record_value', z.string()],
        isProven: ['is_proven', z.boolean()],
        /** Until when its addresses count without a proof, where it was in use before proofs were asked for. */
        countsUntil: ['counts_until', z.nullable(z.iso.datetime())],
      }),
    ),
  ],
  /** What the provider has to lead back to, for each host name at which staff sign in. */
  callbacks: ['callbacks', z.array(z.string())],
  /** Whether the caller is signed in there, which is needed to require it. */
  isCallerThere: ['is_caller_signed_on', z.boolean()],
});

const shared = {
  access: 'staff',
  needs: ['view-desk', 'change-settings'],
} as const;

export const deskSignOnContract = {
  signOn: endpoint({
    method: 'GET',
    path: '/api/desk/v1/settings/single_sign_on',
    ...shared,
    summary: 'Where the staff sign in, without the secret.',
    response: signOn,
  }),

  saveSignOn: endpoint({
    method: 'PUT',
    path: '/api/desk/v1/settings/single_sign_on',
    ...shared,
    needsFreshFactor: true,
    records: ['settings changed', 'approval asked for', 'approval withdrawn'],
    summary:
      'Names the provider. A second person approves it before anybody can sign in there; of one that is in use, one person changes the secret and takes domains away. `seen_issuer` is what the person saw.',
    refusals: ['setting_invalid', 'settings_changed_meanwhile', 'sign_on_in_use', 'approval_waiting'],
    body: wireObject({
      issuer: ['issuer', text],
      clientId: ['client_id', text],
      clientSecret: ['client_secret', z.optional(text)],
      domains: ['domains', domains],
      /** Null where there was none. */
      seen: [
        'seen',
        z.nullable(
          wireObject({
            issuer: ['issuer', z.string()],
            clientId: ['client_id', z.string()],
            domains: ['domains', z.array(z.string())],
          }),
        ),
      ],
      /** For whoever approves the provider. */
      reason: ['reason', z.optional(reason)],
    }),
    response: signOn,
  }),

  checkSignOn: endpoint({
    method: 'POST',
    path: '/api/desk/v1/settings/single_sign_on/check',
    ...shared,
    reads: true,
    opensTransactions: true,
    summary: 'Asks the provider for what it publishes about itself, and says what came of it.',
    refusals: ['sign_on_missing'],
    response: wireObject({ isReached: ['is_reached', z.boolean()], words: ['words', z.string()] }),
  }),

  checkDomain: endpoint({
    method: 'POST',
    path: '/api/desk/v1/settings/single_sign_on/check_domain',
    ...shared,
    opensTransactions: true,
    records: ['settings changed'],
    summary: 'Asks the DNS for the TXT record of a domain. Once it is there, addresses of the domain count.',
    refusals: ['sign_on_missing', 'setting_invalid'],
    body: wireObject({ domain: ['domain', z.string().check(z.maxLength(253))] }),
    response: wireObject({ isProven: ['is_proven', z.boolean()], words: ['words', z.string()] }),
  }),

  requireSignOn: endpoint({
    method: 'POST',
    path: '/api/desk/v1/settings/single_sign_on/require',
    ...shared,
    needsFreshFactor: true,
    records: ['settings changed'],
    summary:
      'Lets staff sign in there only. Needs a session that was opened there, so that nobody is locked out.',
    refusals: ['sign_on_missing', 'sign_on_not_tried'],
    response: signOn,
  }),

  askNotToRequireSignOn: endpoint({
    method: 'POST',
    path: '/api/desk/v1/settings/single_sign_on/stop_requiring',
    ...shared,
    records: ['approval asked for'],
    summary: 'Asks a second person to let passwords count again.',
    refusals: ['sign_on_missing', 'protection_not_weaker', 'approval_waiting'],
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  removeSignOn: endpoint({
    method: 'POST',
    path: '/api/desk/v1/settings/single_sign_on/remove',
    ...shared,
    needsFreshFactor: true,
    records: ['settings changed', 'approval withdrawn'],
    summary: 'Removes the provider. While it is required, it takes two people to stop requiring it first.',
    refusals: ['second_person_needed'],
    response: signOn,
  }),
};
