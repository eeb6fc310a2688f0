import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatMoney } from '../../shared/domain/money.ts';
import { hostProofFailure } from '../hosts/host-proof.ts';
import { originWithHost } from '../hosts/site.ts';
import { MAX_CELL } from '../platform/cells/id-ranges.ts';
import { readCell } from '../platform/cells/this-cell.ts';
import { openDatabase } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import {
  readCellsFileSetting,
  readDatabaseOwnerUrl,
  readPublicOrigin,
  readSignInSecret,
} from '../platform/settings/env.ts';
import {
  commandLineOperator,
  formatCount,
  print,
  printStatus,
  requireNumber,
  requireTenant,
  requireText,
  UsageError,
} from './command.ts';
import { accessOf, type CellsFile, readCellsFile } from './moves/cells-file.ts';
import { alone } from './moves/command-locks.ts';
import { forgetMoved } from './moves/forget-moved.ts';
import { readMoveAway } from './moves/move-state.ts';
import { abandonMove, type Cell, type Moved, type MoveOrder, moveTenant } from './moves/move-tenant.ts';
import { switchMap } from './moves/proxy-map.ts';
import { storagesOf } from './moves/storages.ts';

export const MOVE_USAGE = [
  'tenant move <short name> --to <cell> [--unchecked]',
  'tenant move <short name> --resume|--abandon [--unchecked]',
  'tenant map',
  'tenant forget-moved <short name> [--after-days <days>]',
];

/** Long enough for the largest table of the largest book. */
const STATEMENT_MS = 6 * 60 * 60_000;
/** One of them holds the lock of the command. */
const CONNECTIONS = { maxConnections: 3, statementTimeout: STATEMENT_MS };
const KEPT_DAYS = 30;

export async function runMoveCommand(word: string, args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      resume: { type: 'boolean' },
      abandon: { type: 'boolean' },
      unchecked: { type: 'boolean' },
      'after-days': { type: 'string' },
    },
  });
  const file = await readCellsFile(requireText('CELLS_FILE', readCellsFileSetting()));
  if (word === 'map') {
    await switchMap(file);
    return printStatus(`${file.map.file} was written, and the proxy was told.`);
  }
  const slug = requireText(`tenant ${word} <short name>`, positionals[0]);
  const owner = openDatabase(readDatabaseOwnerUrl(), CONNECTIONS);
  try {
    const number = await readCell(owner);
    const source = { number, owner, storages: storagesOf(accessOf(file, number)) };
    const { id: tenantId } = await requireTenant(owner, slug);
    if (word === 'forget-moved') {
      const days = Number(requireNumber('--after-days', values['after-days'] ?? String(KEPT_DAYS)));
      const others = Object.entries(file.cells)
        .map(([other, access]) => ({ number: Number(other), access }))
        .filter((other) => other.number !== number)
        .map((other) => ({ number: other.number, storages: storagesOf(other.access) }));
      const { files } = await alone([owner], tenantId, () =>
        forgetMoved(owner, { tenantId, storages: source.storages, others, days }),
      );
      return printStatus(`What ${slug} had left here is gone, with ${formatCount(files)} files.`);
    }
    await move({ file, source, tenantId, slug }, values);
  } finally {
    await owner.destroy();
  }
}

interface Options {
  to?: string | undefined;
  resume?: boolean | undefined;
  abandon?: boolean | undefined;
  unchecked?: boolean | undefined;
}

async function move(
  { file, source, tenantId, slug }: { file: CellsFile; source: Cell; tenantId: string; slug: string },
  { to, resume, abandon, unchecked }: Options,
): Promise<void> {
  const begun = await readMoveAway(source.owner, tenantId);
  const isUnderWay = begun !== null && begun.step !== 'forgotten';
  if (isUnderWay === (to !== undefined) || [to !== undefined, resume, abandon].filter(Boolean).length !== 1)
    throw new UsageError(
      isUnderWay
        ? `A move of ${slug} to cell ${begun.otherCell} is under way, at the step '${begun.step}': --resume or --abandon?`
        : 'tenant move expects --to <cell>; there is no move to resume or to abandon.',
    );
  const number =
    to === undefined ? (begun?.otherCell ?? 0) : Number(requireNumber('--to', to, { to: MAX_CELL }));
  if (number === source.number) throw new UsageError(`${slug} is in cell ${number} already.`);
  const access = accessOf(file, number);
  const owner = openDatabase(access.databaseOwnerUrl, CONNECTIONS);
  try {
    if ((await readCell(owner)) !== number)
      throw new Refusal('setting_invalid', {
        message: `The database of cell ${number} in CELLS_FILE is of another cell.`,
      });
    const order: MoveOrder = {
      tenantId,
      slug,
      source,
      target: { number, owner, storages: storagesOf(access) },
      operator: commandLineOperator(),
      async switchMap(hosts, cell) {
        await switchMap(file);
        if (!unchecked) for (const host of hosts) await requireLeadsTo(host, cell);
        await setTimeout(SETTLE_MS);
      },
      onStep: (step) => printStatus(`${new Date().toISOString()} ${step}`),
    };
    await alone([source.owner, owner], tenantId, async () => {
      // Read again: another command may have gone on with the move before this one held it.
      const now = await readMoveAway(source.owner, tenantId);
      if (now?.step !== begun?.step)
        throw new Refusal('move_refused', { message: 'The move has gone on meanwhile. Look at it again.' });
      if (!abandon || !now) return report(await carryOut(order), order);
      await abandonMove(order, now);
      printStatus(`The move was given up. ${slug} is open in cell ${source.number}, as before.`);
    });
  } finally {
    await owner.destroy();
  }
}

/** A move that fails is given up at once, so that nobody waits for an operator to open the tenant again. */
async function carryOut(order: MoveOrder): Promise<Moved> {
  try {
    return await moveTenant(order);
  } catch (error) {
    const begun = await readMoveAway(order.source.owner, order.tenantId);
    if (begun && begun.step !== 'moved') {
      await abandonMove(order, begun);
      printStatus(
        `The move failed and was given up: ${order.slug} is open in cell ${order.source.number}, as before.`,
      );
    } else if (begun)
      printStatus(
        `${order.slug} is at home in cell ${order.target.number} and not open there yet: run the command with --resume.`,
      );
    throw error;
  }
}

const SWITCH_MS = 20_000;
/** After a reload the proxy's old processes still pass on what they have begun, by the old map. */
const SETTLE_MS = 1_000;

/** Asks over the same route as visitors, until the new cell answers: a proxy takes a moment to read its map. */
async function requireLeadsTo(host: string, cell: number): Promise<void> {
  const origin = originWithHost(readPublicOrigin(), host);
  const deadline = Date.now() + SWITCH_MS;
  for (;;) {
    const failure = await hostProofFailure(origin, readSignInSecret(), cell);
    if (failure === null) return;
    if (Date.now() > deadline)
      throw new Refusal('move_refused', { message: `${origin} does not lead to cell ${cell}: ${failure}.` });
    await setTimeout(100);
  }
}

function report({ files, copied, secondsClosed }: Moved, { slug, target }: MoveOrder): void {
  if (copied) {
    const rows = copied.tables.reduce((sum, { copy }) => sum + copy.count, 0);
    const { ledger, auditEvents, people } = copied;
    print(`${formatCount(rows)} rows in ${copied.tables.length} tables, fingerprints identical`);
    print(
      `${formatCount(people.size)} people, ${formatCount(Number(auditEvents))} audit events, chain intact`,
    );
    print(
      `${formatCount(ledger.lineCount)} payout lines, ${formatMoney(ledger.netPay)}: reconciles to $0.00`,
    );
    print(
      `${formatCount(files.count)} files, checksums identical${files.missing > 0 ? `, ${files.missing} missing before already` : ''}`,
    );
  }
  print(`${slug} is open in cell ${target.number}; closed for changes for ${secondsClosed.toFixed(1)} s`);
}
