import { exec } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { asMover } from '../../platform/cells/mover.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { CellsFile } from './cells-file.ts';

/**
 * Where each host name of a cell leads. A tenant's names lead to its own cell until its copy is complete and the switch begins;
 * then to the other cell. What has moved away or has not arrived is listed by the cell that it is at home in.
 */
const readHosts = (owner: Database, cell: number): Promise<{ host: string; cell: number }[]> =>
  asMover(owner, { listsTenants: true }, async (tx) => {
    const { rows } = await sql<{ host: string; cell: number }>`
      select h.host, case when t.move_state = 'switching' then m.other_cell else ${cell}::integer end as cell
      from tenant_hosts h join tenants t on t.id = h.tenant_id left join cells.moves m on m.tenant_id = t.id
      where t.move_state not in ('moved', 'arriving')
        and not (t.move_state = 'switching' and m.direction = 'in')
      order by h.host`.execute(tx);
    return rows;
  });

/** The map as a file for nginx: a host name to the upstream of its cell. */
export function mapText({ cells, map }: CellsFile, hosts: readonly { host: string; cell: number }[]): string {
  const known = Object.entries(cells);
  return [
    '# Written by `portal tenant map` and `portal tenant move`: do not edit.',
    ...known.flatMap(([number, { upstream }]) => [
      `upstream portal_cell_${number} {`,
      ...upstream.map((address) => `  server ${address} max_fails=0;`),
      '}',
    ]),
    'map $host $portal_cell {',
    `  default portal_cell_${map.default};`,
    ...hosts.map(({ host, cell }) => `  ${host} portal_cell_${cell};`),
    '}',
    '',
  ].join('\n');
}

/** Writes the map of all cells in one step, so that the proxy never reads half of it, and makes the proxy read it. */
export async function switchMap(file: CellsFile): Promise<void> {
  const hosts: { host: string; cell: number }[] = [];
  for (const [number, { databaseOwnerUrl }] of Object.entries(file.cells)) {
    const owner = openDatabase(databaseOwnerUrl, { maxConnections: 1 });
    try {
      hosts.push(...(await readHosts(owner, Number(number))));
    } finally {
      await owner.destroy();
    }
  }
  await writeFile(`${file.map.file}.new`, mapText(file, hosts), { mode: 0o644 });
  await rename(`${file.map.file}.new`, file.map.file);
  await promisify(exec)(file.map.reload).catch((error: { code?: number }) => {
    throw new Refusal('move_refused', {
      message: `The proxy could not be told of its new map: the command of "reload" ended with ${error.code}.`,
    });
  });
}
