import { exec } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { ELSEWHERE } from '../../platform/cells/move-state.ts';
import { asMover } from '../../platform/cells/mover.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { accessOf, type CellsFile } from './cells-file.ts';
import { inTurn } from './command-locks.ts';

interface Place {
  host: string;
  cell: number;
}

interface Listed extends Place {
  /** The switch has begun, and this is the cell that the tenant comes to. */
  isArriving: boolean;
}

/**
 * Where each host name of a cell leads. A tenant's names lead to its own cell until its copy is complete and the switch begins;
 * then to the other cell. Of a tenant that has moved and is not open yet, only the cell that it comes to lists them.
 */
const readHosts = (owner: Database, cell: number): Promise<Listed[]> =>
  asMover(owner, { listsTenants: true }, async (tx) => {
    const { rows } = await sql<Listed>`
      select host, is_arriving,
        case when move_state = 'switching' and not is_arriving then other_cell else ${cell}::integer end as cell
      from (
        select h.host, t.move_state, m.other_cell,
          t.move_state = 'switching' and coalesce(m.direction = 'in', false) as is_arriving
        from tenant_hosts h join tenants t on t.id = h.tenant_id left join cells.moves m on m.tenant_id = t.id
        where t.move_state <> all (${ELSEWHERE}::text[])
      ) listed
      order by host`.execute(tx);
    return rows;
  });

/**
 * One place for each name. While a tenant is switched, or its move is given up, both cells may list its names: the cell that it is
 * leaving decides, and what it comes to counts once that one lists it no more.
 */
export function placesOf(listed: readonly Listed[]): Place[] {
  const places = new Map<string, number>();
  for (const { host, cell, isArriving } of listed) {
    if (isArriving) continue;
    if ((places.get(host) ?? cell) !== cell)
      throw new Refusal('move_refused', {
        message: `Both cell ${places.get(host)} and cell ${cell} have a tenant at ${host} that is at home there. Remove the name in one of them.`,
      });
    places.set(host, cell);
  }
  for (const { host, cell, isArriving } of listed)
    if (isArriving && !places.has(host)) places.set(host, cell);
  return [...places].map(([host, cell]) => ({ host, cell })).sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** The map as a file for nginx: a host name to the upstream of its cell. */
export function mapText({ cells, map }: CellsFile, hosts: readonly Place[]): string {
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

/** Only one command at a time does so: another could have read before a tenant was switched, and write after. */
export const switchMap = (file: CellsFile): Promise<void> =>
  withOwner(accessOf(file, file.map.default).databaseOwnerUrl, (owner) =>
    inTurn(owner, () => writeMap(file)),
  );

async function withOwner<T>(url: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openDatabase(url, { maxConnections: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/** Writes the map of all cells in one step, so that the proxy never reads half of it, and makes the proxy read it. */
async function writeMap(file: CellsFile): Promise<void> {
  const listed: Listed[] = [];
  for (const [number, { databaseOwnerUrl }] of Object.entries(file.cells))
    listed.push(...(await withOwner(databaseOwnerUrl, (owner) => readHosts(owner, Number(number)))));
  await writeFile(`${file.map.file}.new`, mapText(file, placesOf(listed)), { mode: 0o644 });
  await rename(`${file.map.file}.new`, file.map.file);
  await promisify(exec)(file.map.reload).catch((error: { code?: number }) => {
    throw new Refusal('move_refused', {
      message: `The proxy could not be told of its new map: the command of "reload" ended with ${error.code}.`,
    });
  });
}
