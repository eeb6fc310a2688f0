import type { deskTokensContract } from '../../../shared/contract/desk-tokens.ts';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { mayGive, takesTwoPeople } from '../../../shared/domain/scope-permissions.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { withdrawWaiting } from '../../approvals/decide-approval.ts';
import { readServiceToken, revokeToken } from '../../identity/service-tokens.ts';
import { Refusal } from '../../platform/errors.ts';
import { readIssuers } from './issuers.queries.ts';
import { issueToken, listTokens } from './service-tokens.ts';

export const deskTokensHandlers = (): Handlers<typeof deskTokensContract> => ({
  async tokens({ caller: { tenantId, userId, permissions }, tx }) {
    const issuers = await readIssuers(tx, tenantId);
    const holders = await holdersOf(tx, tenantId, 'change-settings');
    const tokens = (await listTokens(tx, tenantId)).toReversed();
    return {
      tokens: tokens.map(({ issuedAt, expiresAt, lastUsedAt, ...token }) => ({
        ...token,
        issuedBy: issuers.get(token.id) ?? null,
        issuedAt: issuedAt.toISOString(),
        expiresAt: token.state === 'waiting' ? null : expiresAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      givenScopes: SCOPES.filter((scope) => mayGive(scope, permissions)),
      others: holders.filter((holder) => holder.userId !== userId).map(({ name }) => name),
    };
  },

  async issueToken({ body: { reason, ...asked }, caller, tx }) {
    const { tenantId, permissions } = caller;
    const scopes = [...new Set(asked.scopes)];
    if (!scopes.every((scope) => mayGive(scope, permissions))) throw new Refusal('permission_not_yours');
    const isWaiting = takesTwoPeople(scopes);
    if (isWaiting && reason === undefined)
      throw new Refusal('setting_invalid', {
        message: 'Please say why. Whoever approves the token reads it.',
      });
    const operator = await deskOperator(tx, caller);
    const { id, token } = await issueToken(tx, tenantId, { ...asked, scopes, isWaiting }, operator);
    if (isWaiting && reason !== undefined)
      await askApproval(tx, { tenantId, kind: 'use service token', subjectId: id, reason }, operator);
    return { tokenId: id, token, isWaiting };
  },

  async revokeToken({ params: { tokenId }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    await readServiceToken(tx, tenantId, tokenId);
    const operator = await deskOperator(tx, caller);
    if (!(await revokeToken(tx, tenantId, tokenId, operator, reason))) throw new Refusal('token_over');
    await withdrawWaiting(tx, { tenantId, kind: 'use service token', subjectId: tokenId }, operator);
    return { tokenId };
  },
});
