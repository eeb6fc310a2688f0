import type { PlantedFault } from '../planted-fault.ts';

export const hardeningFaults: readonly PlantedFault[] = [
  {
    ids: ['OPS-12'],
    broken: 'production sends mail in plain text over the internet',
    file: 'src/server/platform/settings/plain-text.ts',
    from: "(query.get('requireTLS') === 'true' && !query.has('ignoreTLS'))",
    to: "value.startsWith('smtp://')",
    test: {
      file: 'src/server/platform/settings/plain-text.unit.test.ts',
      title: 'OPS-12 production refuses %s as %s, in words that never repeat it',
    },
  },
];
