import { sql } from 'kysely';
import type { CaseFilter, CaseState } from '../../../shared/domain/request-cases.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { endOfPromise, readPromises } from '../../book/queue-promises.ts';
import type { Tx } from '../../platform/db/database.ts';
import { textOfHtml } from '../../platform/rich-text/clean-html.ts';

const PAGE_LENGTH = 25;
/** As much of a message as fits into a line of the list. */
const WORDS_LENGTH = 160;

export interface Listed {
  filter: CaseFilter;
  page: number;
}

interface HeadingRow {
  id: bigint;
  inviteId: bigint;
  state: CaseState;
  syndicateName: string;
  dealName: string;
  mid: string;
  ownerId: bigint | null;
  ownerName: string | null;
  waitingSince: Date;
  dueAt: Date | null;
  changedAt: Date;
}

const SHOWN = {
  open: sql`known.state = 'open'`,
  answered: sql`known.state = 'answered'`,
  done: sql`known.state = 'done'`,
  unowned: sql`known.state <> 'done' and known.owner_id is null`,
} as const;

const shownBy = (filter: CaseFilter, userId: bigint) =>
  filter === 'mine' ? sql`known.state <> 'done' and known.owner_id = ${userId}` : SHOWN[filter];

/** A page of the requests: what waits by age, then the others by their last change. */
export async function listRequests(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: bigint },
  { filter, page }: Listed,
) {
  const { adjustments: promise } = await readPromises(tx, tenantId);
  const { rows: counted } = await sql<Record<'count' | 'open' | 'mine' | 'unowned' | 'answered', number>>`
    select count(*) filter (where ${shownBy(filter, userId)})::integer as count,
      count(*) filter (where ${SHOWN.open})::integer as "open",
      count(*) filter (where ${shownBy('mine', userId)})::integer as "mine",
      count(*) filter (where ${SHOWN.unowned})::integer as "unowned",
      count(*) filter (where ${SHOWN.answered})::integer as "answered"
    from invite_cases known where known.tenant_id = ${tenantId}::uuid`.execute(tx);
  const { count, ...counts } = counted[0] ?? { count: 0, open: 0, mine: 0, unowned: 0, answered: 0 };
  const { rows } = await sql<HeadingRow & { messageHtml: string }>`
    select shown.*, last."messageHtml"
    from (
      select ${headingOf(promise)}
      where known.tenant_id = ${tenantId}::uuid and ${shownBy(filter, userId)}
      order by known.state <> 'open', case when known.state = 'open' then known.waiting_since end, known.changed_at desc, known.id
      limit ${PAGE_LENGTH} offset ${(page - 1) * PAGE_LENGTH}
    ) shown
    cross join lateral (
      select said.message_html as "messageHtml"
      from (
        (select request.message_html, request.requested_at as at from adjustment_requests request
          where request.tenant_id = ${tenantId}::uuid and request.invite_id = shown."inviteId" order by request.id desc limit 1)
        union all
        select acceptance.message_html, acceptance.accepted_at from pre_funding_acceptances acceptance
        where acceptance.tenant_id = ${tenantId}::uuid and acceptance.invite_id = shown."inviteId"
          and has_words(acceptance.message_html)
      ) said
      order by said.at desc limit 1
    ) last
    order by shown.state <> 'open', case when shown.state = 'open' then shown."waitingSince" end, shown."changedAt" desc, shown.id`.execute(
    tx,
  );
  return {
    requests: rows.map(({ messageHtml, ...row }) => ({
      ...heading(row),
      lastWords: textOfHtml(messageHtml).join(' ').slice(0, WORDS_LENGTH),
    })),
    count,
    counts,
    promise,
    pageLength: PAGE_LENGTH,
  };
}

export async function readHeading(tx: Tx, tenantId: string, caseId: bigint) {
  const { adjustments: promise } = await readPromises(tx, tenantId);
  const { rows } = await sql<HeadingRow & { heardCount: number }>`
    select ${headingOf(promise, sql`, known.heard_count as "heardCount"`)}
    where known.tenant_id = ${tenantId}::uuid and known.id = ${caseId}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFoundInTenant(`request ${caseId}`);
  return { ...heading(row), heardCount: row.heardCount, inviteId: row.inviteId };
}

type Promise = Parameters<typeof endOfPromise>[1];

const headingOf = (promise: Promise, more = sql``) => sql`
  known.id, known.invite_id as "inviteId", known.state, syndicate.name as "syndicateName", deal.name as "dealName", deal.mid as mid,
  known.owner_id as "ownerId", owner.name as "ownerName", known.waiting_since as "waitingSince",
  case when known.state = 'open' then ${endOfPromise(sql`known.waiting_since`, promise)} end as "dueAt",
  known.changed_at as "changedAt"${more}
  from invite_cases known
  join participation_invites invite on invite.tenant_id = known.tenant_id and invite.id = known.invite_id
  join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
  join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
  left join memberships owner on owner.tenant_id = known.tenant_id and owner.user_id = known.owner_id`;

const heading = ({ waitingSince, dueAt, changedAt, inviteId: _, ...row }: HeadingRow) => ({
  ...row,
  waitingSince: waitingSince.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  changedAt: changedAt.toISOString(),
});
