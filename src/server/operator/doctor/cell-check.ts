import { readCounters } from '../../platform/cells/assign-cell.ts';
import { COUNTERS, IDS_PER_CELL } from '../../platform/cells/id-ranges.ts';
import { keysOf, readOtherKeys } from '../../platform/cells/known-keys.ts';
import { readCell } from '../../platform/cells/this-cell.ts';
import type { Database } from '../../platform/db/database.ts';
import { listEveryTenant } from '../../platform/db/tenants.ts';
import type { Env } from '../../platform/settings/env.ts';
import { type Check, type Finding, failed, ok, warning } from './finding.ts';

export const cellChecks = (db: Database, env: Env): Check[] => [
  { subject: 'cell', advice: 'Run: portal migrate', look: () => lookAtCell(db, env) },
  { subject: 'cell', advice: 'Run: portal migrate', look: () => lookAtMoves(db) },
  { subject: 'cell', advice: 'Run: portal migrate', look: () => lookAtKeys(db, env) },
];

async function lookAtCell(db: Database, { CELL }: Env): Promise<Finding[]> {
  const cell = await readCell(db);
  if (CELL !== undefined && CELL !== cell)
    return [
      failed(
        'cell',
        `CELL says ${CELL}, and the database is cell ${cell} for good. Is it the right database?`,
      ),
    ];
  const first = BigInt(cell) * IDS_PER_CELL;
  const outside = (await readCounters(db)).filter(
    ({ name, lastValue, startValue }) =>
      COUNTERS[name] === 'range of the cell' && !isWithin(lastValue ?? startValue, first),
  );
  return outside.length > 0
    ? [
        failed(
          'cell',
          `Counters outside the range of cell ${cell}: ${outside.map(({ name }) => name).join(', ')}. Run: portal migrate`,
        ),
      ]
    : [ok('cell', `number ${cell}, ids from ${first} on`)];
}

const isWithin = (value: bigint, first: bigint): boolean => value >= first && value < first + IDS_PER_CELL;

/** A tenant that has moved away is no finding: what it left behind is kept for a while. */
async function lookAtMoves(db: Database): Promise<Finding[]> {
  const tenants = await listEveryTenant(db);
  return tenants
    .filter(({ moveState }) => moveState !== 'open' && moveState !== 'moved')
    .map(({ slug, moveState }) =>
      warning(
        'cell',
        moveState === 'arriving'
          ? `${slug} is on its way here. If its move is not at work, give it up or resume it in the cell it comes from.`
          : `${slug} is being moved, at '${moveState}'. If no command is at work: portal tenant move ${slug} --resume, or --abandon`,
      ),
    );
}

/** Rows that one process has encrypted must be opened by all, also those of a tenant that comes from another cell. */
async function lookAtKeys(db: Database, env: Env): Promise<Finding[]> {
  const others = await readOtherKeys(db, keysOf(env));
  return others.map(({ purpose, keyId }) =>
    warning(
      'cell',
      `A process was started with the ${purpose} key ${keyId} within 30 days, which is not among these settings.`,
    ),
  );
}
