import { sql } from 'kysely';
import type { ImportMailKind } from '../../../shared/domain/import-runs.ts';
import { isRedirected, type MailRedirection } from '../../identity/mail-addresses.ts';
import { choiceOf } from '../../notifications/choices.queries.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Mails to the people of one investor that an import has caused. None of them states figures. */
export interface ImportMail {
  kind: ImportMailKind;
  syndicateId: bigint;
  name: string;
  /** Null while they wait for the morning; undoing the import before that keeps them from being sent. */
  sentAt: Date | null;
}

/**
 * The mails that an import has caused, by investor, read from what it has written: also in the transaction of the import itself, before it
 * ends. What states figures of it, which are nightly reports and statements, keeps it from being undone instead (`import_obstacles`).
 */
export async function readMailsOfImport(tx: Tx, tenantId: string, runId: bigint): Promise<ImportMail[]> {
  const moved = await readMovedAddresses(tx, tenantId, runId);
  const { rows } = await sql<ImportMail>`
    with run as (
      select coalesce(confirmed_at, now()) as confirmed_at, coalesce(finished_at, now()) as finished_at, state, undone_at from import_runs
      where tenant_id = ${tenantId}::uuid and id = ${runId}
    ), moved as (
      select unnest(${moved.map(({ syndicateId }) => syndicateId)}::bigint[]) as syndicate_id
    ), told as materialized (
      select item.syndicate_id, item.told_at, item.deal_ids from notification_items item cross join run
      where item.tenant_id = ${tenantId}::uuid and item.kind = 'watchlist' and item.mail_id is not null
        and item.told_at >= run.confirmed_at and (run.undone_at is null or item.told_at <= run.undone_at)
    ), waiting as materialized (
      select watched.syndicate_id, watched.deal_id from deal_alerts alert
      join watched_participations watched on watched.tenant_id = alert.tenant_id and watched.deal_id = alert.deal_id
      cross join run
      where alert.tenant_id = ${tenantId}::uuid and alert.closed_on is null and alert.opened_at >= run.confirmed_at
        and alert.opened_at > now() - interval '1 day' and run.state <> 'undone'
        and not exists (select from notification_items item
          where item.tenant_id = alert.tenant_id and item.kind = 'watchlist' and item.told_at >= alert.opened_at)
        and not exists (select from deal_alerts earlier
          where earlier.tenant_id = alert.tenant_id and earlier.deal_id = alert.deal_id and earlier.closed_on is null
            and earlier.opened_at < run.confirmed_at)
        and exists (select from memberships m
          left join notification_choices chosen
            on chosen.tenant_id = m.tenant_id and chosen.user_id = m.user_id and chosen.kind = 'watchlist'
          where m.tenant_id = alert.tenant_id and m.syndicate_id = watched.syndicate_id and m.role = 'syndication'
            and not m.is_terminated and m.accepted_at is not null and ${choiceOf(sql`'watchlist'`)} <> 'never')
    ), deals as materialized (
      -- A large book is read only where somebody was told of something.
      select (image ->> 'deal_id')::bigint as deal_id from import_journal entry
      cross join lateral jsonb_array_elements(coalesce(entry.after, entry.before)) image
      where entry.tenant_id = ${tenantId}::uuid and entry.run_id = ${runId} and entry.table_name in ('participations', 'payments')
        and (exists (select from told) or exists (select from waiting))
      union
      select unnest(imported_ids(${runId}, 'deals', false))
    ), found as (
      select 'address_changed' as kind, syndicate_id, run.finished_at as sent_at from moved cross join run
      union all
      select 'address_changed_back', syndicate_id, run.undone_at from moved cross join run where run.undone_at is not null
      union all
      select 'watchlist', syndicate_id, told_at from told
      where exists (select from unnest(deal_ids) as deal_id join deals using (deal_id))
      union all
      select 'watchlist', syndicate_id, null from waiting join deals using (deal_id)
    )
    select distinct found.kind, found.syndicate_id as "syndicateId", syndicate.name, found.sent_at as "sentAt"
    from found
    join syndicates syndicate on syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = found.syndicate_id
    order by "sentAt" nulls last, found.kind, syndicate.name`.execute(tx);
  return rows;
}

/** Whose mails about money an import sends elsewhere: from where they went after it, back to where they went before it. */
export async function readMovedAddresses(
  tx: Tx,
  tenantId: string,
  runId: bigint,
): Promise<Omit<MailRedirection, 'by'>[]> {
  const { rows } = await sql<Omit<MailRedirection, 'by'>>`
    with images as (
      select entry.id, was, is_now from import_journal entry
      cross join lateral jsonb_array_elements(entry.before) was
      join lateral jsonb_array_elements(entry.after) is_now on is_now -> 'id' = was -> 'id'
      where entry.tenant_id = ${tenantId}::uuid and entry.run_id = ${runId} and entry.table_name = 'syndicates'
    ), ends as (
      select (was ->> 'id')::bigint as id, (array_agg(was order by images.id))[1] as first,
        (array_agg(is_now order by images.id desc))[1] as last
      from images group by 1
    )
    select id as "syndicateId", last ->> 'name' as "syndicateName",
      jsonb_build_object('esignEmail', last -> 'esign_email', 'ccEmails', last -> 'cc_emails') as before,
      jsonb_build_object('esignEmail', first -> 'esign_email', 'ccEmails', first -> 'cc_emails') as after
    from ends
    where not exists (select from unnest(imported_ids(${runId}, 'syndicates', true)) as added where added = id)
    order by id`.execute(tx);
  return rows.filter(({ before, after }) => isRedirected(before, after));
}
