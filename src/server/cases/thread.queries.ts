import { sql } from 'kysely';
import { plainFileName } from '../../shared/domain/offer-files.ts';
import { rate } from '../../shared/domain/rate.ts';
import { INVESTOR_THREAD_KINDS, type ThreadKind } from '../../shared/domain/request-cases.ts';
import type { Tx } from '../platform/db/database.ts';

interface Row {
  key: string;
  kind: ThreadKind;
  at: Date;
  authorName: string | null;
  isByFunder: boolean;
  messageHtml: string | null;
  sharePercent: string | null;
  ownerName: string | null;
  files: { id: string; name: string; size: number }[];
}

/**
 * Everything that was written and done about an invite, the oldest first: the investor's messages and their answer to a pre-funding,
 * changes of the invite, and what the staff did.
 */
export async function readThread(tx: Tx, tenantId: string, inviteId: bigint) {
  const { rows } = await sql<Row>`
    select said.key, said.kind, said.at, author.name as "authorName", said."isByFunder", said."messageHtml", said."sharePercent",
      owner.name as "ownerName", files.listed as files
    from (
      select 'message-' || request.id as key, 'message' as kind, request.requested_at as at, request.requested_by as author_id,
        false as "isByFunder", request.message_html as "messageHtml", null::numeric as "sharePercent", null::bigint as owner_id,
        1 as rank, request.id as place, request.id as with_request, null::bigint as with_entry
      from adjustment_requests request
      where request.tenant_id = ${tenantId}::uuid and request.invite_id = ${inviteId}
      union all
      select 'acceptance', case when acceptance.share_percent = 0 then 'declined' else 'accepted' end, acceptance.accepted_at,
        acceptance.accepted_by, false, case when has_words(acceptance.message_html) then acceptance.message_html end,
        acceptance.share_percent, null, 0, 0, null, null
      from pre_funding_acceptances acceptance
      where acceptance.tenant_id = ${tenantId}::uuid and acceptance.invite_id = ${inviteId}
      union all
      select 'event-' || history.id, 'invite changed', history.happened_at, null, true, null, null, null, 0, history.id, null, null
      from invite_history history
      where history.tenant_id = ${tenantId}::uuid and history.invite_id = ${inviteId} and history.event = 'changed'
      union all
      select 'entry-' || entry.id, entry.kind, entry.written_at, entry.author_id, true, entry.message_html, null, entry.owner_id,
        2, entry.id, null, entry.id
      from invite_cases known
      join case_entries entry on entry.tenant_id = known.tenant_id and entry.case_id = known.id
      where known.tenant_id = ${tenantId}::uuid and known.invite_id = ${inviteId}
    ) said
    left join memberships author on author.tenant_id = ${tenantId}::uuid and author.user_id = said.author_id
    left join memberships owner on owner.tenant_id = ${tenantId}::uuid and owner.user_id = said.owner_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name, 'size', file.kept_byte_size)
          order by file.staged_at, file.id), '[]') as listed
      from case_files file
      where file.tenant_id = ${tenantId}::uuid and file.invite_id = ${inviteId}
        and (file.request_id = said.with_request or file.entry_id = said.with_entry)
    ) files
    order by said.at, said.rank, said.place`.execute(tx);
  return rows.map(({ at, sharePercent, files, ...entry }) => ({
    ...entry,
    files: files.map((file) => ({ ...file, name: plainFileName(file.name) })),
    at: at.toISOString(),
    sharePercent: sharePercent === null ? null : rate(sharePercent),
  }));
}

export type ThreadEntry = Awaited<ReturnType<typeof readThread>>[number];

/** What of it the investor sees. Who of the staff took it is nothing that they can act on. */
export const forInvestor = (entries: readonly ThreadEntry[]): ThreadEntry[] =>
  entries
    .filter(({ kind }) => INVESTOR_THREAD_KINDS.includes(kind))
    .map((entry) => ({ ...entry, ownerName: null }));

export async function readCaseState(tx: Tx, tenantId: string, inviteId: bigint) {
  const known = await tx
    .selectFrom('inviteCases')
    .select('state')
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .executeTakeFirst();
  return known?.state ?? null;
}
