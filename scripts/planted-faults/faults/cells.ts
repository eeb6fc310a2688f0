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
];
