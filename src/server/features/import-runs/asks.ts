import { ruleOf } from '../../../shared/domain/import-asks.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { STAFF_PERMISSIONS, type StaffPermission } from '../../../shared/domain/staff-permissions.ts';
import type { Staff } from '../../access/caller.ts';
import { anyOf, holdersOf } from '../../approvals/approvers.ts';
import { importAlone, importTakesTwo } from '../../approvals/import-alone.ts';
import { areAllApart } from '../../approvals/require-apart.ts';
import { asksOf } from '../../import/asks.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StoredRun } from './import-runs.queries.ts';
import type { RunReport } from './run-report.ts';

type Who = Pick<Staff, 'tenantId' | 'permissions'>;

/** What somebody would need for a run, as its page says it. */
export async function readAsks(tx: Tx, { tenantId, permissions }: Who, run: StoredRun, by: DeskUser) {
  const asked = asksOf(run.report);
  const isUndoneByOther = run.state === 'done' && !isImporter(run, by);
  const takesTwo = isUndoneByOther || (await importTakesTwo(tx, { tenantId, asked }, by));
  const deciders = takesTwo ? await readDeciders(tx, tenantId, run) : [];
  return {
    asks: asked.map((one) => ({ ...one, isHeld: permissions.has(ruleOf(one.ask).needs) })),
    takesTwo,
    isSecond: deciders.some(({ userId }) => userId === by.userId),
    deciders: deciders.map(({ name }) => name),
  };
}

/** Who brought something in takes it back without giving anybody anything. Of another one it would be a way to move money. */
export const isImporter = ({ confirmedBy }: StoredRun, { userId }: DeskUser): boolean =>
  confirmedBy === userId;

/** Refuses whoever lacks a permission that the run asks for. */
export function requirePermissions({ permissions }: Who, { report }: StoredRun): void {
  for (const { ask } of asksOf(report)) {
    const { needs } = ruleOf(ask);
    if (!permissions.has(needs))
      throw new Refusal('permission_needed', {
        message: `This import has ${ask}, so it needs somebody who also ${STAFF_PERMISSIONS[needs].about}.`,
      });
  }
}

/** False where a run takes two people. Otherwise what it moves counts as theirs: the caller goes on in the same transaction. */
export const moveRunAlone = (tx: Tx, tenantId: string, run: StoredRun, by: DeskUser): Promise<boolean> =>
  importAlone(tx, { tenantId, asked: asksOf(run.report), what: `import ${run.id}` }, by);

/** Refuses whoever is not a second person: they approve money, and nobody stands behind both. */
export async function requireSecond(
  tx: Tx,
  tenantId: string,
  run: StoredRun,
  { userId }: DeskUser,
): Promise<void> {
  const deciders = await readDeciders(tx, tenantId, run);
  if (deciders.some((decider) => decider.userId === userId)) return;
  const names = deciders.map(({ name }) => name);
  throw new Refusal('second_person_needed', {
    message:
      names.length > 0
        ? `This import takes two people. ${anyOf(names)} can confirm it.`
        : 'This import takes two people, and nobody else may approve money yet.',
  });
}

/** The first one: who has asked to undo a run, or else who began it, added its files or said what it is to do. */
async function firstPeopleOf(tx: Tx, tenantId: string, run: StoredRun): Promise<bigint[]> {
  if (run.undoAskedBy !== null) return [run.undoAskedBy];
  const files = await tx
    .selectFrom('importFiles')
    .select('stagedBy')
    .distinct()
    .where('tenantId', '=', tenantId)
    .where('runId', '=', run.id)
    .execute();
  return [...new Set([run.startedBy, ...run.plannedBy, ...files.map(({ stagedBy }) => stagedBy)])];
}

const neededFor = ({ report }: StoredRun): StaffPermission[] => [
  'import-book',
  ...asksOf(report).map(({ ask }) => ruleOf(ask).needs),
];

/** Whether somebody has asked to undo a run who could still do it. */
export async function isUndoAsked(tx: Tx, tenantId: string, run: StoredRun): Promise<boolean> {
  const holders = run.undoAskedBy === null ? [] : await holdersOf(tx, tenantId, ...neededFor(run));
  return holders.some(({ userId }) => userId === run.undoAskedBy);
}

async function readDeciders(tx: Tx, tenantId: string, run: StoredRun) {
  const firstPeople = await firstPeopleOf(tx, tenantId, run);
  const deciders = [];
  for (const holder of await holdersOf(tx, tenantId, 'approve-money', ...neededFor(run)))
    if (await areAllApart(tx, tenantId, firstPeople, holder.userId)) deciders.push(holder);
  return deciders;
}

/** In words, for the trail. */
export const saidAsks = (report: RunReport): string =>
  asksOf(report)
    .map(({ ask, count, amount }) => `${count} ${ask}${amount ? ` (${formatMoney(amount)})` : ''}`)
    .join('; ');
