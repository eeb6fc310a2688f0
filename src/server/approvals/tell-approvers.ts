import { sql } from 'kysely';
import type { StaffPermission } from '../../shared/domain/staff-permissions.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { mailApprover, type Waiting } from './approver-mails.jobs.ts';
import { holdersOf } from './approvers.ts';

/** Nobody is reminded more often than this, however often somebody asks. */
const REMIND_MINUTES = 15;

const TABLES = { 'payout run': 'payout_runs', approval: 'approvals' } as const;

interface Approvers {
  permission: StaffPermission;
  /** Who asked cannot decide. */
  except: bigint | null;
}

/** Tells everybody who can decide that something waits for them, in the transaction in which it was asked for. */
export async function tellApprovers(tx: Tx, waiting: Waiting, approvers: Approvers): Promise<void> {
  const toldAt = await noteAsTold(tx, waiting, 0);
  if (toldAt) await addMails(tx, waiting, approvers, toldAt);
}

/** Tells them again. */
export async function remindApprovers(tx: Tx, waiting: Waiting, approvers: Approvers): Promise<Date> {
  const toldAt = await noteAsTold(tx, waiting, REMIND_MINUTES);
  if (!toldAt) throw new Refusal('told_lately');
  await addMails(tx, waiting, approvers, toldAt);
  return toldAt;
}

/** Of several at once, one does: null for the others. */
async function noteAsTold(tx: Tx, { tenantId, about, id }: Waiting, minutes: number): Promise<Date | null> {
  const { rows } = await sql<{ toldAt: Date }>`
    update ${sql.table(TABLES[about])} set told_at = now()
    where tenant_id = ${tenantId}::uuid and id = ${id}
      and (told_at is null or told_at <= now() - make_interval(mins => ${minutes}))
    returning told_at as "toldAt"`.execute(tx);
  return rows[0]?.toldAt ?? null;
}

async function addMails(
  tx: Tx,
  { tenantId, about, id }: Waiting,
  { permission, except }: Approvers,
  toldAt: Date,
): Promise<void> {
  for (const { userId } of await holdersOf(tx, tenantId, permission))
    if (userId !== except)
      await addJob(tx, mailApprover, {
        ...{ tenantId, about, id: id.toString(), userId: userId.toString() },
        toldAt: toldAt.toISOString(),
      });
}
