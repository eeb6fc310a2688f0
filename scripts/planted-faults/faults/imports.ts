import type { PlantedFault } from '../planted-fault.ts';

export const importFaults: readonly PlantedFault[] = [
  {
    ids: ['IMPORT-01'],
    broken: 'a file without the column of the cash balance sets it to 0',
    file: 'src/server/import/kinds/table-kind.ts',
    from: 'const fields = fieldsOfColumns(kind, await values(work, onlyChanged(kind, row, changed)), changed);',
    to: 'const fields = await values(work, row);',
    test: {
      file: 'src/server/import/left-out-columns.test.ts',
      title: 'IMPORT-01 of every kind, each column that can be left out changes nothing when it is',
    },
  },
  {
    ids: ['IMPORT-01'],
    broken: 'an empty column no longer clears the value',
    file: 'src/server/import/read-rows.ts',
    from: 'else if (optional.has(column)) values[column] = null;',
    to: '',
    test: {
      file: 'src/server/import/left-out-columns.test.ts',
      title: 'IMPORT-01 a column that is there and empty clears the value, or gives the documented one',
    },
  },
  {
    ids: ['IMPORT-02'],
    broken: 'a dry run does not say what it would change',
    file: 'src/server/import/findings.ts',
    from: 'if (report.changes.length < MAX_PROBLEMS) report.changes.push(found);',
    to: '',
    test: {
      file: 'src/server/import/differences.test.ts',
      title: 'IMPORT-02 a dry run tells file, line, id, field, before and after of all that would change',
    },
  },
  {
    ids: ['IMPORT-03'],
    broken: 'what the payments of an import would add is not in the totals that it is compared by',
    file: 'src/server/import/payments/projection.ts',
    from: "if (outcomes[index] === 'posted') add(byDeal, entry.dealId, entry.amount);",
    to: '',
    test: {
      file: 'src/server/import/control-totals.test.ts',
      title:
        'IMPORT-03 an import that ties to the funder’s own figures goes in, and once it is in still ties',
    },
  },
  {
    ids: ['IMPORT-04'],
    broken: 'a file of one long line keeps everybody waiting',
    file: 'src/server/platform/records/csv-header.ts',
    from: '/[\\r\\n]/.test(text.trimStart())',
    to: '/\\S.*[\\r\\n]/.test(text)',
    test: {
      file: 'src/server/platform/records/read-csv.unit.test.ts',
      title: 'IMPORT-04 a line that does not end is judged at once, however long it is',
    },
  },
  {
    ids: ['IMPORT-04'],
    broken: 'a file that is half UTF-8 is read as Windows-1252, and its names are mangled',
    file: 'src/server/platform/records/encoding.ts',
    from: "if (isUtf8Somewhere) throw notText(other, 'is not UTF-8, as other lines are');",
    to: '',
    test: {
      file: 'src/server/platform/records/read-csv.unit.test.ts',
      title: 'IMPORT-04 a file that is neither is not guessed at',
    },
  },
  {
    ids: ['IMPORT-04'],
    broken: 'each name of a header is compared with all others',
    file: 'src/server/platform/records/csv-header.ts',
    from: 'header.filter((name) => seen.size === seen.add(name).size)',
    to: 'header.filter((name, index) => header.indexOf(name) !== index)',
    test: {
      file: 'src/server/platform/records/read-csv.unit.test.ts',
      title: 'IMPORT-04 a header of a hundred thousand columns is refused at once',
    },
  },
  {
    ids: ['IMPORT-05'],
    broken: 'a completed deal that still owes everything is imported without a word',
    file: 'src/server/import/status-warnings.ts',
    from: 'const contradiction = statusContradiction(status, owed);',
    to: 'const contradiction = statusContradiction(status, 0n);',
    test: {
      file: 'src/server/import/differences.test.ts',
      title: 'IMPORT-05 a status that contradicts what is owed is warned of, and imported',
    },
  },
];
