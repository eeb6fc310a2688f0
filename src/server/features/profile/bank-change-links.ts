import type { Deps } from '../../deps.ts';
import { belongsToSite, type Site } from '../../hosts/site.ts';
import { consumeLink, type PresentedLink, presentLink } from '../../identity/capabilities.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { cancelBankChange } from './bank-changes.ts';
import { visibleBankChange } from './profile.queries.ts';

interface Presented {
  token: string;
  address: string;
  site: Site;
}

type LinkDeps = Pick<Deps, 'db' | 'throttle'>;

/**
 * The change that a link would cancel. Also found for a used or late link, so that the page can say what happened to the
 * change.
 */
export const findChangeByLink = (deps: LinkDeps, presented: Presented) =>
  withLink(deps, presented, async (tx, { tenantId, subjectId }) => {
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

export const cancelByLink = (deps: LinkDeps, presented: Presented): Promise<void> =>
  withLink(deps, presented, async (tx, link) => {
    if (!(await consumeLink(tx, link))) throw new Refusal('bank_change_settled');
    await cancelBankChange(tx, { tenantId: link.tenantId, changeId: link.subjectId }, null);
  });

async function withLink<T>(
  { db, throttle }: LinkDeps,
  { token, address, site }: Presented,
  work: (tx: Tx, link: PresentedLink) => Promise<T>,
): Promise<T> {
  const answer = await inTransaction(db, async (tx) => {
    const link = await presentLink(tx, 'bank change', token);
    return link && belongsToSite(site, link.tenantId) ? { value: await work(tx, link) } : null;
  });
  if (answer) return answer.value;
  await throttle.linkGuessed(address);
  throw new Refusal('link_unknown');
}
