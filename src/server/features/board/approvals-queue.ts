import { sql } from 'kysely';
import { deskPageOf } from '../../../shared/desk-pages.ts';
import { APPROVAL_KINDS, APPROVALS, type ApprovalKind } from '../../../shared/domain/approvals.ts';
import { calendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { capitalized } from '../../../shared/domain/capitalized.ts';
import type { QueuePromise } from '../../../shared/domain/desk-queues.ts';
import type { Staff } from '../../access/caller.ts';
import { KINDS } from '../../approvals/kinds.ts';
import { pageOfApproval } from '../../approvals/page-of-approval.ts';
import { endOfPromise } from '../../book/queue-promises.ts';
import type { Tx } from '../../platform/db/database.ts';
import { MOST_LISTED } from './queues.queries.ts';

interface WaitingApproval {
  about: 'approval';
  kind: ApprovalKind;
  subjectId: bigint;
  details: unknown;
}

interface WaitingDraft {
  about: 'payout run';
  payDate: string;
}

type Waiting = (WaitingApproval | WaitingDraft) & {
  id: bigint;
  askedByName: string;
  began: Date;
  endsAt: Date | null;
};

type Titled = Waiting & { title: string };

/** The requests and the drafts of payout runs of others that the caller can decide, the oldest first. */
export async function readApprovalsOf(
  tx: Tx,
  { tenantId, userId, permissions }: Pick<Staff, 'tenantId' | 'userId' | 'permissions'>,
  promise: QueuePromise,
): Promise<Titled[]> {
  const kinds = APPROVAL_KINDS.filter((kind) => permissions.has(APPROVALS[kind].needs));
  const { rows } = await sql<Waiting>`
    select waiting.*, ${endOfPromise(sql`waiting.began`, promise)} as "endsAt", coalesce(asker.name, 'The system ' || token.name, '') as "askedByName"
    from (
      select 'approval' as about, asked.id, asked.kind, asked.subject_id as "subjectId", asked.details, null::date as "payDate",
        asked.asked_by, asked.asked_by_token, asked.asked_at as began
      from approvals asked
      where asked.tenant_id = ${tenantId}::uuid and asked.decision is null and asked.expires_at > now()
        and asked.kind = any(${kinds}::text[])
      union all
      select 'payout run', run.id, null, null, null, run.pay_date, run.prepared_by, null::bigint, run.prepared_at
      from payout_runs run
      where run.tenant_id = ${tenantId}::uuid and run.state = 'draft' and ${permissions.has('approve-money')}
    ) waiting
    left join memberships asker on asker.tenant_id = ${tenantId}::uuid and asker.user_id = waiting.asked_by
    left join service_tokens token on token.tenant_id = ${tenantId}::uuid and token.id = waiting.asked_by_token
    where waiting.asked_by is distinct from ${userId}
    order by waiting.began, waiting.about, waiting.id`.execute(tx);
  return rows.map((waiting) => ({ ...waiting, title: `${nameOf(waiting)}, ${waiting.askedByName}` }));
}

const nameOf = (waiting: Waiting): string =>
  waiting.about === 'approval'
    ? capitalized(waiting.kind)
    : `Payout run of ${formatDate(calendarDate(waiting.payDate))}`;

/** The first of them with what exactly is asked for, and where it is decided. */
export async function describeApprovals(tx: Tx, tenantId: string, all: readonly Titled[]) {
  const described = [];
  for (const waiting of all.slice(0, MOST_LISTED)) {
    const { about, id, title, began, endsAt } = waiting;
    described.push({
      itemId: `${about} ${id}`,
      title,
      began,
      endsAt,
      ...(await describe(tx, tenantId, waiting)),
    });
  }
  return described;
}

async function describe(tx: Tx, tenantId: string, waiting: Waiting) {
  if (waiting.about === 'payout run')
    return { remark: 'A draft that waits for its approval.', address: deskPageOf('payoutRun', waiting.id) };
  const { id: approvalId, kind, subjectId, details, askedByName } = waiting;
  return {
    remark: await KINDS[kind].describe(tx, { tenantId, approvalId, subjectId, details, askedByName }),
    address: await pageOfApproval(tx, tenantId, waiting),
  };
}
