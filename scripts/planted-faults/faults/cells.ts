import type { PlantedFault } from '../planted-fault.ts';

export const cellFaults: readonly PlantedFault[] = [
  {
    ids: ['CELL-01'],
    broken: 'two cells give their users the same ids',
    file: 'src/server/platform/cells/assign-cell.ts',
    from: 'const start = first + counter.startValue;',
    to: 'const start = first - first + counter.startValue;',
    test: {
      file: 'src/server/platform/cells/cells.test.ts',
      title: 'CELL-01 a cell counts in its own range, and a database keeps its number for good',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'a tenant that is being copied still takes changes, which are then lost',
    file: 'migrations/20261119050200_tenant_moves.sql',
    from: "elsif state = 'switching' or (state = 'closed' and coalesce(tg_argv[0], '') <> 'audit') then",
    to: "elsif state = 'switching' then",
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 a move that is cut off leaves the tenant where it was',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'sessions, accounts and events of the last moment stay behind',
    file: 'src/server/operator/moves/move-tenant.ts',
    from: '    await copyRest(order, hosts);\n',
    to: '',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 CELL-03 a tenant moves with its files, people, sessions, links and jobs',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'removing what a tenant has left behind deletes its files where two cells share a bucket',
    file: 'src/server/operator/moves/forget-moved.ts',
    from: '  for (const other of others) await requireApart(storages, other.storages, other.number);\n',
    to: '',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 what a tenant has left behind is removed by a command',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'a file of cells may give two cells the same bucket',
    file: 'src/server/operator/moves/cells-file.ts',
    from: 'return otherNumber === number ? [] : [{ number, bucket: name, otherNumber }];',
    to: 'return [];',
    test: {
      file: 'src/server/operator/moves/cells-file.unit.test.ts',
      title: 'CELL-02 cells that share a bucket are refused',
    },
  },
  {
    ids: ['CELL-03'],
    broken: 'the cell that a tenant has left goes on answering for it',
    file: 'src/server/hosts/known-hosts.ts',
    from: "    if (site.isElsewhere) throw new Refusal('tenant_moved');\n",
    to: '',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-03 at a host name whose tenant has moved even a page says so',
    },
  },
];
