import { sql } from 'kysely';
import { beginningOf } from '../../shared/domain/beginning-of.ts';
import type { NotificationKind } from '../../shared/domain/notifications.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { oneLine } from '../platform/mail/letter.ts';
import { choiceOf } from './choices.queries.ts';
import { mailNotification } from './notification-mails.jobs.ts';

export interface Happened {
  /** Whose people are told. */
  syndicateId: bigint;
  /** Only these of them. */
  userIds?: readonly bigint[];
  /** Who has a mail about it at one of these addresses is not told again. */
  exceptAddresses?: readonly string[];
  /** What it was, such as 'payout run 12'. Nobody is told of the same event twice. */
  event: string;
  /** The mail says in words what happened, without amounts: those are read in the portal, after signing in. */
  subject: string;
  words: string;
  /** Where it is seen in the portal, from the slash on. */
  path: string;
  /** The deals that it names. */
  dealIds?: readonly bigint[];
  /** The statements that it tells of, whose PDFs go with the mails of those who asked for that. */
  statementIds?: readonly bigint[];
}

interface Telling {
  tenantId: string;
  kind: NotificationKind;
  /** When it counts as told, for what waits for the morning; now, unless it is said. */
  toldAt?: string;
}

/**
 * Tells the people of a syndicate of something, in the transaction in which it happens, each as they have chosen: by a mail that is queued
 * now, in the mail of the next morning, or not at all.
 */
export const tell = (tx: Tx, { tenantId, kind, ...happened }: Telling & Happened): Promise<void> =>
  tellAll(tx, { tenantId, kind }, [happened]);

/** Tells of several things of one kind, in as many statements as of one. */
export async function tellAll(
  tx: Tx,
  { tenantId, kind, toldAt }: Telling,
  happened: readonly Happened[],
): Promise<void> {
  if (happened.length === 0) return;
  // Row-level security shows the addresses of members only with this claim.
  if (happened.some(({ exceptAddresses }) => exceptAddresses)) await claim(tx, { listsMembers: true });
  const { rows } = await sql<{ id: bigint }>`
    insert into notification_items (tenant_id, user_id, syndicate_id, kind, event, subject, words, path, statement_ids,
      deal_ids, told_at)
    select m.tenant_id, m.user_id, m.syndicate_id, ${kind}, happened.event, happened.subject, happened.words, happened.path,
      happened.statement_ids, happened.deal_ids, coalesce(${toldAt ?? null}::timestamptz, now())
    from jsonb_to_recordset(${JSON.stringify(happened.map(rowOf))}::jsonb) as happened (syndicate_id bigint, user_ids bigint[],
      except_addresses text[], event text, subject text, words text, path text, statement_ids bigint[], deal_ids bigint[])
    join memberships m on m.tenant_id = ${tenantId}::uuid and m.syndicate_id = happened.syndicate_id
    left join notification_choices chosen
      on chosen.tenant_id = m.tenant_id and chosen.user_id = m.user_id and chosen.kind = ${kind}
    where m.role = 'syndication' and not m.is_terminated and m.accepted_at is not null
      and (happened.user_ids is null or m.user_id = any(happened.user_ids))
      and ${choiceOf(sql`${kind}::text`)} <> 'never'
      and not exists (select from users u where u.id = m.user_id and u.email = any(happened.except_addresses))
    order by happened.syndicate_id, m.user_id
    on conflict do nothing
    returning id`.execute(tx);
  if (rows.length > 0)
    await mailNow(
      tx,
      tenantId,
      rows.map(({ id }) => id),
    );
}

const rowOf = ({
  syndicateId,
  userIds,
  exceptAddresses,
  event,
  path,
  statementIds,
  dealIds,
  ...told
}: Happened) => ({
  syndicate_id: syndicateId.toString(),
  user_ids: userIds?.map(String) ?? null,
  except_addresses: exceptAddresses?.map((address) => address.toLowerCase()) ?? [],
  event,
  subject: beginningOf(oneLine(told.subject), 500),
  words: beginningOf(told.words, 2000),
  path,
  statement_ids: statementIds?.map(String) ?? [],
  deal_ids: dealIds?.map(String) ?? [],
});

/** Each is a mail of its own. What is left waits for the morning. */
async function mailNow(tx: Tx, tenantId: string, itemIds: readonly bigint[]): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    update notification_items item set mail_id = item.id
    from notification_items told
    left join notification_choices chosen
      on chosen.tenant_id = told.tenant_id and chosen.user_id = told.user_id and chosen.kind = told.kind
    where item.tenant_id = ${tenantId}::uuid and item.id = any(${itemIds}::bigint[])
      and told.tenant_id = item.tenant_id and told.id = item.id and ${choiceOf(sql`told.kind`)} = 'now'
    returning item.id`.execute(tx);
  await addJobs(
    tx,
    mailNotification,
    rows.map(({ id }) => ({ tenantId, mailId: id.toString() })),
  );
}
