import { readCounters } from '../../platform/cells/assign-cell.ts';
import { COUNTERS, IDS_PER_CELL } from '../../platform/cells/id-ranges.ts';
import { readCell } from '../../platform/cells/this-cell.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Env } from '../../platform/settings/env.ts';
import { type Check, type Finding, failed, ok } from './finding.ts';

export const cellChecks = (db: Database, env: Env): Check[] => [
  { subject: 'cell', advice: 'Run: portal migrate', look: () => lookAtCell(db, env) },
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
