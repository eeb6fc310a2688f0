import type { Deps } from '../../deps.ts';
import { consumeLink } from '../../identity/capabilities.ts';
import { type MailedLink, withMailedLink } from '../../identity/mailed-links.ts';
import { Refusal } from '../../platform/errors.ts';
import { cancelBankChange } from './bank-changes.ts';
import { visibleBankChange } from './profile.queries.ts';

type LinkDeps = Pick<Deps, 'db' | 'throttle'>;

/**
 * The change that a link would cancel. Also found for a used or late link, so that the page can say what happened to the
 * change.
 */
export const findChangeByLink = (deps: LinkDeps, presented: MailedLink) =>
  withMailedLink(deps, 'bank change', presented, async (tx, { tenantId, subjectId }) => {
    const change = await tx
      .selectFrom('bankAccountChanges as change')
      .innerJoin('syndicates as s', (join) =>
        join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
      )
      .select([
        'change.state',
        'change.bankName',
        'change.accountNumberLast4',
        'change.routingNumberLast4',
        'change.requestedAt',
        'change.takesEffectAt',
        's.name as syndicateName',
      ])
      .where('change.tenantId', '=', tenantId)
      .where('change.id', '=', subjectId)
      .executeTakeFirstOrThrow();
    const state = change.state as 'pending' | 'applied' | 'cancelled' | 'replaced';
    return { state, syndicateName: change.syndicateName, change: visibleBankChange(change) };
  });

export const cancelByLink = (deps: LinkDeps, presented: MailedLink): Promise<void> =>
  withMailedLink(deps, 'bank change', presented, async (tx, link) => {
    if (!(await consumeLink(tx, link))) throw new Refusal('bank_change_settled');
    await cancelBankChange(tx, { tenantId: link.tenantId, changeId: link.subjectId }, null);
  });
