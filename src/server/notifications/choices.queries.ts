import { type RawBuilder, sql } from 'kysely';
import {
  hasFiles,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
  type NotificationChoice,
  type NotificationKind,
} from '../../shared/domain/notifications.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';

export interface Person {
  tenantId: string;
  userId: bigint;
}

const DEFAULTS = JSON.stringify(
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, NOTIFICATIONS[kind].byDefault])),
);

/** What a person gets of a kind: what they have chosen, or what the portal begins with. `chosen` is their row, if there is one. */
export const choiceOf = (kind: RawBuilder<unknown>): RawBuilder<NotificationChoice> =>
  sql<NotificationChoice>`coalesce(chosen.choice, ${DEFAULTS}::jsonb ->> ${kind})`;

/** Of every kind, in the order of the profile. */
export async function readChoices(tx: Tx, { tenantId, userId }: Person) {
  const rows = await tx
    .selectFrom('notificationChoices')
    .select(['kind', 'choice', 'withFiles as isWithFiles', 'isByLink', 'changedAt'])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .execute();
  const chosen = new Map(rows.map(({ kind, ...row }) => [kind, row]));
  return NOTIFICATION_KINDS.map((kind) => ({
    kind,
    ...(chosen.get(kind) ?? {
      ...{ choice: NOTIFICATIONS[kind].byDefault, isWithFiles: false },
      ...{ isByLink: false, changedAt: null },
    }),
  }));
}

interface Chosen {
  kind: NotificationKind;
  choice: NotificationChoice;
  /** As it was, unless it is said. */
  isWithFiles?: boolean | undefined;
  isByLink: boolean;
}

/** The same choice again changes nothing, and is recorded once. */
export async function choose(
  tx: Tx,
  person: Person,
  { kind, choice, isByLink, ...chosen }: Chosen,
): Promise<void> {
  const { tenantId, userId } = person;
  const before = (await readChoices(tx, person)).find((known) => known.kind === kind);
  const withFiles = hasFiles(kind) && (chosen.isWithFiles ?? before?.isWithFiles ?? false);
  if (before?.choice === choice && before.isWithFiles === withFiles) return;
  const written = await tx
    .insertInto('notificationChoices')
    .values({ tenantId, userId, kind, choice, withFiles, isByLink })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'userId', 'kind'])
        .doUpdateSet({ choice, withFiles, isByLink, changedAt: sql<Date>`now()` })
        .where((known) =>
          known.or([
            known('notificationChoices.choice', '<>', choice),
            known('notificationChoices.withFiles', '<>', withFiles),
          ]),
        ),
    )
    .returning('kind')
    .executeTakeFirst();
  if (!written) return;
  await recordAudit(tx, {
    // Whoever has the link needs not be the person.
    actorId: isByLink ? null : userId,
    action: 'notification choice changed',
    subject: `user ${userId}`,
    details: {
      ...{ kind, from: before ? wordsOf(before) : '', to: wordsOf({ choice, isWithFiles: withFiles }) },
      by: isByLink ? 'link in a mail' : 'profile',
    },
  });
}

const wordsOf = ({ choice, isWithFiles }: { choice: NotificationChoice; isWithFiles: boolean }): string =>
  isWithFiles ? `${choice}, with the file` : choice;
