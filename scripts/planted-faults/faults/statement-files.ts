import type { PlantedFault } from '../planted-fault.ts';

const FILES = 'src/server/statements/statement-files.unit.test.ts';
const CALLS = 'src/server/features/statements/statements.test.ts';
const BROWSER = 'e2e/documents.spec.ts';

export const statementFileFaults: readonly PlantedFault[] = [
  {
    ids: ['STMT-20'],
    broken: 'the closing balance on the PDF leaves out what was written off',
    file: 'src/server/statements/statement-parts.ts',
    from: 'amount: formatMoney(balance.closing),',
    to: 'amount: formatMoney(balance.closing + balance.writtenOff),',
    test: {
      file: FILES,
      title:
        'STMT-20 a month is one page with its number, the balance that adds up, payouts, new deals, fees, cash and statuses',
    },
  },
  {
    ids: ['STMT-21'],
    broken: 'the first line of each further page of a list is left out',
    file: 'src/server/statements/statement-paper.ts',
    from: '    from = to;\n',
    to: '    from = to + 1;\n',
    test: {
      file: FILES,
      title: 'STMT-21 long lists go on over further pages with their heads, and every line is there once',
    },
  },
  {
    ids: ['STMT-22'],
    broken: 'a later version does not say that it is one',
    file: 'src/server/statements/statement-parts.ts',
    from: 'if (version === 1) return;',
    to: 'if (version >= 1) return;',
    test: { file: FILES, title: 'STMT-22 a later version says what changed and why' },
  },
  {
    ids: ['STMT-23'],
    broken: 'the statement of a year may be taken for a tax form',
    file: 'src/server/statements/yearly-pdf.ts',
    from: ' This statement is not a tax form.`',
    to: '`',
    test: {
      file: FILES,
      title: 'STMT-23 a year is by month and by deal, names its method, and says that it is no tax form',
    },
  },
  {
    ids: ['STMT-24'],
    broken: 'the workbook totals the cost of new deals under their part of the RTR',
    file: 'src/server/statements/statement-workbook.ts',
    from: 'sumMoney(newDeals.map(({ partRtr }) => partRtr)),',
    to: 'sumMoney(newDeals.map(({ cost }) => cost)),',
    test: {
      file: FILES,
      title: 'STMT-24 the workbook of a month has the figures of its PDF, and the lists come to the summary',
    },
  },
  {
    ids: ['STMT-25'],
    broken: 'the list does not say what a correction changed',
    file: 'src/server/statements/read-statements.ts',
    from: 'changes: changes.get(id) ?? [],',
    to: 'changes: changes.get(id)?.slice(0, 0) ?? [],',
    test: {
      file: CALLS,
      title: 'STMT-25 the list has every version, with what it changed and why, and when the next comes',
    },
  },
  {
    ids: ['STMT-26'],
    broken: 'a statement is handed out to whoever knows its number',
    file: 'src/server/statements/statements.queries.ts',
    from: 'statement.syndicate_id = ${syndicateId} and statement.id = ${id}`',
    to: 'statement.id = ${id}`',
    test: {
      file: CALLS,
      title: 'STMT-26 nobody opens the statement of a syndicate that is not theirs, by whichever number',
    },
  },
  {
    ids: ['STMT-27'],
    broken: 'a download at the desk is recorded without saying whose statement it was',
    file: 'src/server/features/statements/desk-statements.routes.ts',
    from: 'await recordUse(`syndicate ${syndicateId}`',
    to: 'await recordUse(`statement ${statementId}`',
    test: {
      file: CALLS,
      title:
        'STMT-27 the desk has the same list and the same files, each download on record under its reader',
    },
  },
  {
    ids: ['STMT-28'],
    broken: 'a corrected statement is not marked',
    file: 'src/web/ui/statements/statement-rows.tsx',
    from: '{newest.version > 1 && <Chip tone="watch">Corrected</Chip>}',
    to: '{newest.version > 2 && <Chip tone="watch">Corrected</Chip>}',
    test: {
      file: BROWSER,
      title:
        'STMT-28 Documents lists the year and its months, says what a correction changed and why, and hands out every version',
    },
    says: 'Corrected',
  },
  {
    ids: ['STMT-29'],
    broken: 'the settings have the method the wrong way round',
    file: 'src/web/desk/features/settings/money-section.tsx',
    from: "checked={form.valueOf('principalMethod') === method}",
    to: "checked={form.valueOf('principalMethod') !== method}",
    test: {
      file: BROWSER,
      title: 'STMT-29 the method of principal and income is chosen in words among the settings',
    },
    says: 'toBeChecked',
  },
];
