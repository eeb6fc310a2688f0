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
    from: 'if (otherNumber !== number) shared.push({ number, bucket, otherNumber });',
    to: '',
    test: {
      file: 'src/server/operator/moves/cells-file.unit.test.ts',
      title: 'CELL-02 cells that share a bucket are refused',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'a move does not wait for a nightly batch that is at work for the tenant',
    file: 'src/server/operator/moves/move-jobs.ts',
    from: 'and (${ofTenant(tenantId)} or ${isInBatch(tenantId)})`;',
    to: 'and ${ofTenant(tenantId)}`;',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 a batch of tenants that is at work is waited for',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'a nightly batch goes on with a tenant that is closed for its move',
    file: 'src/server/platform/jobs/tenant-jobs.ts',
    from: "else if (hasOwnJob || state !== 'open') await addOwnJob();",
    to: 'else if (hasOwnJob) await addOwnJob();',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 a batch of tenants that is at work is waited for',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'closing a tenant waits for a change until the database ends the change for it',
    file: 'src/server/operator/moves/move-state.ts',
    from: 'set local lock_timeout = ${LOCK_MS}',
    to: 'set local lock_timeout = 3000',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 a change that a move would wait for in turn goes on, and the move tries again',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'a move that was being given up is carried on',
    file: 'src/server/operator/moves/move-tenant.ts',
    from: "await setState(source.owner, tenantId, 'closed', (tx) => noteStep(tx, tenantId, 'abandoning'));",
    to: "await setState(source.owner, tenantId, 'closed', () => Promise.resolve());",
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 a move that is cut off leaves the tenant where it was',
    },
  },
  {
    ids: ['CELL-02'],
    broken: 'a password that was changed is valid again after a tenant has moved back',
    file: 'src/server/operator/moves/newer-credentials.ts',
    from: 'const takesPassword = than.isPasswordNewer || (than.isPasswordSame && !isUsed);',
    to: 'const takesPassword = !than.isPasswordSame || !isUsed;',
    test: {
      file: 'src/server/operator/moves/newer-credentials.test.ts',
      title: 'CELL-02 of an account that was changed in two cells',
    },
  },
  {
    ids: ['CELL-03'],
    broken: 'two commands write the map at once, and a name is lost',
    file: 'src/server/operator/moves/proxy-map.ts',
    from: 'inTurn(owner, () => writeMap(file))',
    to: 'Promise.resolve(owner).then(() => writeMap(file))',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-03 commands that write the map at the same time take turns',
    },
  },
  {
    ids: ['CELL-03'],
    broken:
      'a name leads nowhere between the moment that its tenant has moved and the moment that it is open',
    file: 'src/server/operator/moves/proxy-map.ts',
    from: 'if (isArriving && !places.has(host)) places.set(host, cell);',
    to: 'if (isArriving && places.has(host)) places.set(host, cell);',
    test: {
      file: 'src/server/operator/moves/move-tenant.test.ts',
      title: 'CELL-02 CELL-03 a tenant moves with its files, people, sessions, links and jobs',
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
