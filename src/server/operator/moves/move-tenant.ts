import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import { checkChain, readHead } from '../../platform/audit/audit-chain.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { type CopiedFiles, copyFiles } from './copy-files.ts';
import { copyRows } from './copy-rows.ts';
import { type Copied, copyPeople, copyTenant } from './copy-tenant.ts';
import { copyJobs, removeJobs } from './move-jobs.ts';
import {
  type Move,
  noteStep,
  readMove,
  readMoveAway,
  type Step,
  setState,
  waitForJobs,
} from './move-state.ts';
import { inviteOtherAccounts } from './other-accounts.ts';
import { requireMovable } from './preflight.ts';
import { removeCopy } from './remove-copy.ts';
import { requireApart, type Storages } from './storages.ts';
import { readTenantTables } from './tenant-tables.ts';

export interface Cell {
  number: number;
  owner: Database;
  storages: Storages;
}

export interface MoveOrder {
  tenantId: string;
  slug: string;
  source: Cell;
  target: Cell;
  operator: Operator;
  /** Makes the proxy lead the tenant's host names to where they belong now, and checks that it does. */
  switchMap(hosts: readonly string[], toCell: number): Promise<void>;
  onStep?: (step: Step | 'files' | 'open') => void | Promise<void>;
}

export interface Moved {
  files: CopiedFiles;
  /** Null when the copy was made by an earlier run of the command. */
  copied: Copied | null;
  /** From the first refused change to the first that the other cell takes. */
  secondsClosed: number;
}

/**
 * Moves a tenant to another cell, or goes on with a move that was cut off. Each step is recorded in the source before the next
 * begins, and each can be done twice. Until the step 'moved' the tenant is at home in the source and can be given back to
 * it; from then on it can only be opened in the target. At no moment is it open in both.
 */
export async function moveTenant(order: MoveOrder): Promise<Moved> {
  const { tenantId, source, target, onStep } = order;
  const begun = await readMoveAway(source.owner, tenantId);
  if (begun?.step === 'abandoning')
    throw new Refusal('move_refused', {
      message: 'This move is being given up: finish that with --abandon.',
    });
  if (begun && begun.otherCell !== target.number)
    throw new Refusal('move_refused', { message: `The tenant is on its way to cell ${begun.otherCell}.` });
  const seen = new Set<string>();
  let files: CopiedFiles | null = null;
  let copied: Copied | null = null;
  let step = (begun?.step ?? null) as Step | null;
  if (step === null) {
    await requireMovable(source.owner, target.owner, order);
    await requireApart(source.storages, target.storages, target.number);
    await onStep?.('files');
    files = await copyFiles(source.owner, tenantId, source.storages, target.storages, seen);
    await beginMove(order);
    step = 'leaving';
    await onStep?.(step);
  }
  if (step === 'leaving') {
    await waitForJobs(source.owner, tenantId);
    await setState(source.owner, tenantId, 'closed', (tx) => noteStep(tx, tenantId, 'closed'));
    step = 'closed';
    await onStep?.(step);
  }
  const hosts = await readHosts(source.owner, tenantId);
  if (step === 'closed') {
    await removeCopy(target.owner, tenantId);
    files = await copyFiles(source.owner, tenantId, source.storages, target.storages, seen);
    copied = await copyTenant(source.owner, target.owner, { tenantId, hosts, fromCell: source.number });
    requireReconciled(copied);
    await noteStep(source.owner, tenantId, 'copied');
    step = 'copied';
    await onStep?.(step);
  }
  if (step === 'copied') {
    await setState(source.owner, tenantId, 'switching', (tx) => noteStep(tx, tenantId, 'switching'));
    step = 'switching';
    await onStep?.(step);
  }
  if (step === 'switching') {
    await copyRest(order, hosts);
    await order.switchMap(hosts, target.number);
    await setState(source.owner, tenantId, 'moved', (tx) => noteStep(tx, tenantId, 'moved'));
    await onStep?.('moved');
  }
  await openInTarget(order);
  await asMover(source.owner, { tenantId }, (tx) => removeJobs(tx, tenantId));
  await onStep?.('open');
  files ??= { count: 0, bytes: 0, missing: 0 };
  files.count = Math.max(files.count, seen.size);
  return { files, copied, secondsClosed: await secondsClosed(order) };
}

const recordMove = (
  tx: Tx,
  { source, target, operator }: MoveOrder,
  action: 'tenant move begun' | 'tenant moved' | 'tenant move given up',
) =>
  recordAudit(tx, {
    actorId: null,
    operator,
    action,
    subject: 'tenant',
    details: { fromCell: source.number, toCell: target.number },
  });

const beginMove = (order: MoveOrder) =>
  setState(order.source.owner, order.tenantId, 'leaving', async (tx) => {
    const { tenantId, target } = order;
    await sql`
      insert into cells.moves (tenant_id, direction, other_cell, step)
      values (${tenantId}::uuid, 'out', ${target.number}, 'leaving')
      on conflict (tenant_id) do update set direction = 'out', other_cell = excluded.other_cell, step = 'leaving',
        started_at = now(), step_at = now(), closed_at = null, finished_at = null, details = '{}'`.execute(
      tx,
    );
    await recordMove(tx, order, 'tenant move begun');
  });

async function readHosts(owner: Database, tenantId: string): Promise<string[]> {
  const { rows } = await asMover(owner, { tenantId }, (tx) =>
    sql<{
      host: string;
    }>`select host from tenant_hosts where tenant_id = ${tenantId}::uuid order by host`.execute(tx),
  );
  return rows.map(({ host }) => host);
}

function requireReconciled({ ledger: { differences } }: Copied): void {
  if (differences.length > 0)
    throw new Refusal('copy_differs', {
      message: `The ledger of the copy does not reconcile: ${differences.length} differences. Run portal reconcile in this cell first.`,
    });
}

/**
 * What could still change while the tenant was closed: the audit trail, which records who looked, people's accounts and sessions. Nothing is
 * added to the trail any more when this runs, so that the chain goes on in the target where it ends here.
 */
async function copyRest({ tenantId, source, target }: MoveOrder, hosts: readonly string[]): Promise<void> {
  const arrived = await readMove(target.owner, tenantId);
  if (!arrived)
    throw new Refusal('move_refused', {
      message: 'The other cell has no copy: give the move up and begin again.',
    });
  await asMover(
    source.owner,
    { tenantId },
    (from) =>
      asMover(target.owner, { tenantId }, async (to) => {
        const last = (await readHead(to, tenantId))?.sequence ?? 0n;
        const tables = await readTenantTables(from);
        const named = (name: string) => tables.find((table) => table.name === name) ?? { name, columns: [] };
        const added = new Set(arrived.details.peopleAdded ?? []);
        await copyPeople(from, to, { tenantId, hosts, added });
        await copyRows(from, to, named('audit_events'), tenantId, sql`sequence > ${sql.lit(Number(last))}`);
        await sql`delete from audit_heads where tenant_id = ${tenantId}::uuid`.execute(to);
        await copyRows(from, to, named('audit_heads'), tenantId);
        const chain = await checkChain(to, tenantId);
        // From here on the copy can be looked at, so that nobody who comes by the new map is turned away.
        await sql`update tenants set move_state = 'switching' where id = ${tenantId}::uuid`.execute(to);
        const [ours, theirs] = [await readHead(from, tenantId), await readHead(to, tenantId)];
        if (chain.firstBroken !== null || ours?.sequence !== theirs?.sequence)
          throw new Refusal('copy_differs', {
            message: 'The audit trail of the copy does not end where it ends here.',
          });
      }),
    { readOnly: true, isSnapshot: true },
  );
}

async function openInTarget(order: MoveOrder): Promise<void> {
  const { tenantId, source, target, operator } = order;
  const arrived = await readMove(target.owner, tenantId);
  if (arrived?.step !== 'arriving') return;
  // All of it or nothing: what was left out after the tenant is open could not be made up for.
  await setState(target.owner, tenantId, 'open', async (tx) => {
    await sql`update cells.moves set step = 'open', step_at = now(), finished_at = clock_timestamp()
        where tenant_id = ${tenantId}::uuid`.execute(tx);
    // Nothing is queued in the source any more, where the tenant has moved, and jobs are held there.
    await asMover(source.owner, { tenantId }, (from) => copyJobs(from, tx, tenantId), { readOnly: true });
    // From here on rows are written as anybody writes them.
    await sql.raw("set local app.mover = ''").execute(tx);
    await recordMove(tx, order, 'tenant moved');
    const ids = arrived.details.otherAccounts ?? [];
    await inviteOtherAccounts(tx, { tenantId, source: source.owner, ids, operator });
  });
}

async function secondsClosed({ tenantId, source, target }: MoveOrder): Promise<number> {
  const closedAt = (await readMove(source.owner, tenantId))?.closedAt;
  const openedAt = (await readMove(target.owner, tenantId))?.finishedAt;
  return closedAt && openedAt ? (openedAt.getTime() - closedAt.getTime()) / 1000 : Number.NaN;
}

/** Gives a move up: the tenant is open again where it was, and the copy is removed. Refused once the tenant is at home elsewhere. */
export async function abandonMove(order: MoveOrder, move: Move): Promise<void> {
  const { tenantId, source, target, switchMap, onStep } = order;
  if (move.step === 'moved' || move.step === 'forgotten')
    throw new Refusal('move_refused', {
      message:
        'The tenant is at home in the other cell already. Go on with --resume; to come back it moves again.',
    });
  // Noted before the proxy is told, so that whoever is cut off here can only give the move up further. The tenant is closed until the
  // proxy leads back to it.
  if (move.step === 'switching')
    await setState(source.owner, tenantId, 'closed', (tx) => noteStep(tx, tenantId, 'abandoning'));
  if (move.step === 'switching' || move.step === 'abandoning') {
    await onStep?.('abandoning');
    await switchMap(await readHosts(source.owner, tenantId), source.number);
  }
  await setState(source.owner, tenantId, 'open', (tx) => noteStep(tx, tenantId, 'abandoning'));
  await removeCopy(target.owner, tenantId);
  await withTenant(source.owner, tenantId, (tx) => recordMove(tx, order, 'tenant move given up'));
  await sql`delete from cells.moves where tenant_id = ${tenantId}::uuid`.execute(source.owner);
}
