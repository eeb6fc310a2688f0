import { maskEmail } from '../../../shared/domain/masked-email.ts';
import type { Deps } from '../../deps.ts';
import { consumeLink, type PresentedLink } from '../../identity/capabilities.ts';
import { settleReset, tellOfReset } from '../../identity/factor-resets.ts';
import { type MailedLink, withMailedLink } from '../../identity/mailed-links.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

type LinkDeps = Pick<Deps, 'db' | 'throttle'>;

/** The reset that a link would cancel. Also found for a used or late link, so that the page can say what happened. */
export const findResetByLink = (deps: LinkDeps, presented: MailedLink) =>
  withMailedLink(deps, 'second factor reset', presented, async (tx, link) => {
    const { userId, state, takesEffectAt } = await readReset(tx, link);
    await claim(tx, { userId });
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { state, maskedEmail: maskEmail(email), takesEffectAt: takesEffectAt.toISOString() };
  });

export const cancelResetByLink = (deps: LinkDeps, presented: MailedLink): Promise<void> =>
  withMailedLink(deps, 'second factor reset', presented, async (tx, link) => {
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
