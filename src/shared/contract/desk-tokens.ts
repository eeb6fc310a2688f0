import * as z from 'zod/mini';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { scope } from './scopes.ts';

export const TOKEN_STATES = ['valid', 'waiting', 'expired', 'revoked'] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

const token = wireObject({
  id: ['token_id', id],
  name: ['name', z.string()],
  scopes: ['scopes', z.array(scope)],
  state: ['state', z.enum(TOKEN_STATES)],
  /** Null for one from before the trail had it. */
  issuedBy: ['issued_by', z.nullable(z.string())],
  issuedAt: ['issued_at', z.iso.datetime()],
  /** Null while it waits, because its days begin with the approval. */
  expiresAt: ['expires_at', z.nullable(z.iso.datetime())],
  daysOnceApproved: ['days_once_approved', z.nullable(z.int())],
  lastUsedAt: ['last_used_at', z.nullable(z.iso.datetime())],
});

/** The tokens of the funder's own systems. No token can be used to get another: these calls are of people alone. */
export const deskTokensContract = {
  tokens: endpoint({
    method: 'GET',
    path: '/api/desk/v1/service_tokens',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    summary: 'The service tokens, the newest first, without the tokens themselves.',
    response: wireObject({
      tokens: ['tokens', z.array(token)],
      /** The scopes that the caller may give, because they hold the permissions for what it opens. */
      givenScopes: ['given_scopes', z.array(scope)],
      /** Who else may change settings, and so approve a token. */
      others: ['others', z.array(z.string())],
    }),
  }),

  issueToken: endpoint({
    method: 'POST',
    path: '/api/desk/v1/service_tokens',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    needsFreshFactor: true,
    records: ['service token issued', 'service token revoked', 'approval asked for'],
    summary:
      'Issues a service token, which is shown only this once. One with which a system could change people, money or settings counts once a second person has approved it.',
    refusals: ['token_name_taken', 'permission_not_yours', 'setting_invalid'],
    body: wireObject({
      name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(80))],
      scopes: ['scopes', z.array(scope).check(z.minLength(1), z.maxLength(20))],
      days: ['days', z.int().check(z.minimum(1), z.maximum(366))],
      /** For whoever approves it, where it takes two people. */
      reason: ['reason', z.optional(reason)],
    }),
    response: wireObject({
      tokenId: ['token_id', id],
      token: ['token', z.string()],
      isWaiting: ['is_waiting', z.boolean()],
    }),
  }),

  revokeToken: endpoint({
    method: 'POST',
    path: '/api/desk/v1/service_tokens/:token_id/revoke',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    needsFreshFactor: true,
    records: ['service token revoked', 'approval withdrawn'],
    summary: 'Revokes a service token, from the next call on.',
    refusals: ['token_over'],
    params: wireObject({ tokenId: ['token_id', pathId] }),
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ tokenId: ['token_id', id] }),
  }),
};
