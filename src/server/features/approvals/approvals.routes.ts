import type { deskApprovalsContract } from '../../../shared/contract/desk-approvals.ts';
import { APPROVALS } from '../../../shared/domain/approvals.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { type Approval, listWaitingApprovals } from '../../approvals/approvals.queries.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import { approve, type Decider, reject, remind, withdraw } from '../../approvals/decide-approval.ts';
import { KINDS } from '../../approvals/kinds.ts';
import { pageOfApproval } from '../../approvals/page-of-approval.ts';
import { areAllApart, areApartFromToken } from '../../approvals/require-apart.ts';
import type { Deps } from '../../deps.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import type { Tx } from '../../platform/db/database.ts';

export const approvalsHandlers = ({
  publicOrigin,
}: Pick<Deps, 'publicOrigin'>): Handlers<typeof deskApprovalsContract> => ({
  async approvals({ caller, tx }) {
    return { approvals: await readApprovals(tx, caller) };
  },

  async approve({ params: { approvalId }, caller, tx }) {
    const { tenantId } = caller;
    const performed = await approve(tx, { tenantId, approvalId }, await deciderOf(tx, caller));
    if (performed === null || typeof performed === 'string')
      return { approvalId, instead: performed, address: null };
    const origin = await originOfTenant(tx, tenantId, publicOrigin);
    return { approvalId, instead: null, address: `${origin}${performed.path}` };
  },

  async reject({ params: { approvalId }, caller, tx }) {
    await reject(tx, { tenantId: caller.tenantId, approvalId }, await deciderOf(tx, caller));
    return { approvalId };
  },

  async remind({ params: { approvalId }, caller, tx }) {
    await remind(tx, { tenantId: caller.tenantId, approvalId }, await deciderOf(tx, caller));
    return { approvalId };
  },

  async withdraw({ params: { approvalId }, caller, tx }) {
    await withdraw(tx, { tenantId: caller.tenantId, approvalId }, await deciderOf(tx, caller));
    return { approvalId };
  },
});

/** Of more rows, the first are shown here, and all on the page that it belongs to. */
const MOST_ROWS = 20;

const deciderOf = async (tx: Tx, caller: Staff): Promise<Decider> => ({
  ...(await deskOperator(tx, caller)),
  permissions: caller.permissions,
});

/** Who can decide, without whoever stands behind a token that asked. */
async function othersOf(
  tx: Tx,
  tenantId: string,
  {
    kind,
    subjectId,
    askedBy,
    askedByToken,
  }: Pick<Approval, 'kind' | 'subjectId' | 'askedBy' | 'askedByToken'>,
) {
  const others = [];
  const sources = (await KINDS[kind].sources?.(tx, { tenantId, subjectId })) ?? [];
  for (const holder of await holdersOf(tx, tenantId, APPROVALS[kind].needs))
    if (
      holder.userId !== askedBy &&
      (await areAllApart(tx, tenantId, sources, holder.userId)) &&
      (askedByToken === null || (await areApartFromToken(tx, tenantId, askedByToken, holder.userId)))
    )
      others.push(holder);
  return others;
}

async function readApprovals(tx: Tx, { tenantId, userId }: Staff) {
  const approvals = [];
  for (const { askedBy, askedAt, expiresAt, toldAt, details, ...approval } of await listWaitingApprovals(
    tx,
    tenantId,
  )) {
    const { kind, subjectId, askedByName } = approval;
    const others = await othersOf(tx, tenantId, { ...approval, askedBy });
    const isOwn = askedBy === userId;
    const subject = { tenantId, approvalId: approval.id, subjectId, details, askedByName };
    const table = (await KINDS[kind].tabulate?.(tx, subject)) ?? null;
    approvals.push({
      ...approval,
      askedFor: await KINDS[kind].describe(tx, subject),
      facts: await KINDS[kind].facts(tx, subject),
      effects: (await KINDS[kind].effects?.(tx, subject)) ?? [],
      table: table && { ...table, rows: table.rows.slice(0, MOST_ROWS), rowCount: table.rows.length },
      askedAt: askedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      toldAt: toldAt?.toISOString() ?? null,
      address: await pageOfApproval(tx, tenantId, approval),
      isOwn,
      mayDecide: others.some((other) => other.userId === userId),
      deciders: others.map(({ name }) => name),
    });
  }
  return approvals;
}
