import { maskEmail } from '../../../shared/domain/masked-email.ts';
import type { Deps } from '../../deps.ts';
import { belongsToSite, type Site } from '../../hosts/site.ts';
import { consumeLink, type PresentedLink, presentLink } from '../../identity/capabilities.ts';
import { settleReset, tellOfReset } from '../../identity/factor-resets.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim, inTransaction } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

interface Presented {
  token: string;
  address: string;
  site: Site;
}

type LinkDeps = Pick<Deps, 'db' | 'throttle'>;

/** The reset that a link would cancel. Also found for a used or late link, so that the page can say what happened. */
export const findResetByLink = (deps: LinkDeps, presented: Presented) =>
  withLink(deps, presented, async (tx, link) => {
    const { userId, state, takesEffectAt } = await readReset(tx, link);
    await claim(tx, { userId });
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { state, maskedEmail: maskEmail(email), takesEffectAt: takesEffectAt.toISOString() };
  });

export const cancelResetByLink = (deps: LinkDeps, presented: Presented): Promise<void> =>
  withLink(deps, presented, async (tx, link) => {
    const { userId } = await readReset(tx, link);
    const reset = { tenantId: link.tenantId, resetId: link.subjectId, userId };
    if (!(await consumeLink(tx, link)) || !(await settleReset(tx, reset, 'cancelled')))
      throw new Refusal('factor_reset_settled');
    await tellOfReset(tx, reset, 'cancelled', { actorId: null }, { by: 'link' });
  });

const readReset = (tx: Tx, { tenantId, subjectId }: PresentedLink) =>
  tx
    .selectFrom('secondFactorResets')
    .select(['userId', 'state', 'takesEffectAt'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', subjectId)
    .executeTakeFirstOrThrow();

async function withLink<T>(
  { db, throttle }: LinkDeps,
  { token, address, site }: Presented,
  work: (tx: Tx, link: PresentedLink) => Promise<T>,
): Promise<T> {
  const answer = await inTransaction(db, async (tx) => {
    const link = await presentLink(tx, 'second factor reset', token);
    return link && belongsToSite(site, link.tenantId) ? { value: await work(tx, link) } : null;
  });
  if (answer) return answer.value;
  await throttle.linkGuessed(address);
  throw new Refusal('link_unknown');
}
