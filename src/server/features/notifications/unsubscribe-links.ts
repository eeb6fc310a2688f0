import { maskEmail } from '../../../shared/domain/masked-email.ts';
import type { Deps } from '../../deps.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import { type MailedLink, withMailedLink } from '../../identity/mailed-links.ts';
import { choose, readChoices } from '../../notifications/choices.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

type LinkDeps = Pick<Deps, 'db' | 'throttle'>;

export const findKindsByLink = (deps: LinkDeps, presented: MailedLink) =>
  withMailedLink(deps, 'unsubscribe', presented, async (tx, link) => {
    const { userId, kinds } = await readMail(tx, link);
    const choices = await readChoices(tx, { tenantId: link.tenantId, userId });
    const { funderName } = await tx
      .selectFrom('tenants')
      .select('name as funderName')
      .where('id', '=', link.tenantId)
      .executeTakeFirstOrThrow();
    await claim(tx, { userId });
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const isOff = choices.every(({ kind, choice }) => choice === 'never' || !kinds.includes(kind));
    return { kinds, isOff, maskedEmail: maskEmail(email), funderName };
  });

/** The link stays open: whoever switches on again in the profile can use the same mail to switch off. */
export const switchOffByLink = (deps: LinkDeps, presented: MailedLink): Promise<void> =>
  withMailedLink(deps, 'unsubscribe', presented, async (tx, link) => {
    const { userId, kinds } = await readMail(tx, link);
    const person = { tenantId: link.tenantId, userId };
    for (const kind of kinds) await choose(tx, person, { kind, choice: 'never', isByLink: true });
  });

/** Whose mail it was, and of what it told. */
async function readMail(tx: Tx, { tenantId, subjectId, state }: PresentedLink) {
  if (state !== 'open') throw new Refusal('link_unknown');
  const rows = await tx
    .selectFrom('notificationItems')
    .select(['userId', 'kind'])
    .where('tenantId', '=', tenantId)
    .where('mailId', '=', subjectId)
    .distinct()
    .orderBy('kind')
    .execute();
  const [first] = rows;
  if (!first) throw new Refusal('link_unknown');
  return { userId: first.userId, kinds: rows.map(({ kind }) => kind) };
}
