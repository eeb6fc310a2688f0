import { wordKey } from '../../../shared/domain/cell-values.ts';
import { NEW_SYNDICATE, SHEET_FIELDS } from '../../../shared/domain/import-runs.ts';
import type { KnownSyndicate } from './known-book.ts';
import { addProblem, addRecord, constantOf, externalIdOf, lineIn, type MappingWork } from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

/** What a new investor begins with unless the file or a constant says otherwise. The mail address is asked for. */
const DEFAULTS: Readonly<Record<string, string>> = {
  pay_days: 'Mon Tue Wed Thu Fri',
  default_share_percent: '0',
  syndication_fee_percent: '0',
};

const FIELDS = Object.keys(SHEET_FIELDS.syndicates);

/** The investors of a file of their own. Of one that the book has, what the file leaves out stays as it was imported. */
export function mapSyndicates(work: MappingWork, files: readonly FieldRow[][]): void {
  for (const [fileIndex, rows] of files.entries())
    for (const row of rows) {
      const { values } = row;
      const name = values['name'] ?? '';
      const known = knownAs(work, values);
      if (known === null) {
        const field = values['external_id'] ? 'external_id' : 'name';
        addProblem(work, row, { field, reason: NAMES_SEVERAL, value: values['external_id'] || name });
        continue;
      }
      const externalId = known ? externalIdOf(work, 'syndicates', known) : values['external_id'] || name;
      const told = FIELDS.filter((field) => values[field]).map((field) => [field, values[field] ?? '']);
      const cells = known ? Object.fromEntries(told) : newSyndicate(work, row, Object.fromEntries(told));
      if (!cells) continue;
      const line = lineIn(fileIndex, row.line);
      addRecord(work, 'syndicates', { line, cells: { ...cells, external_id: externalId.slice(0, 100) } });
      noteOfRun(work, name, externalId.slice(0, 100));
    }
}

const NAMES_SEVERAL = 'matches more than one investor';

/**
 * The investor of the book that a row is about; null where it can be more than one. An ID that is exactly one investor's is that one's, whoever
 * else is called so. Of two that have the name, the short name beside it says which.
 */
function knownAs(
  { syndicates: { byExternalId, byName } }: MappingWork,
  values: FieldRow['values'],
): KnownSyndicate | null | undefined {
  const { external_id: id = '', name = '', abbreviation = '' } = values;
  const known = byExternalId.get(id) ?? byName.get(wordKey(id || name));
  if (known !== null) return known;
  const [only = null, ...others] = [...byExternalId.values()].filter(
    (one) => wordKey(one.name) === wordKey(name) && wordKey(one.abbreviation) === wordKey(abbreviation),
  );
  return others.length > 0 ? null : only;
}

/** Of two of one name in the files nobody knows which one a share is of. Nor of two in the book, although the row of one of them says which it is. */
function noteOfRun({ syndicates, syndicatesOfRun }: MappingWork, name: string, externalId: string): void {
  if (syndicates.byName.get(wordKey(name)) === null) return;
  const other = syndicatesOfRun.get(wordKey(name));
  syndicatesOfRun.set(wordKey(name), other === undefined || other === externalId ? externalId : null);
}

/** The external id of the investor that a name stands for; null where nobody has said which, which is a problem. */
export function syndicateOf(work: MappingWork, row: FieldRow, line: number): string | null {
  const name = row.values['syndicate'] ?? '';
  const meaning = work.meantSyndicates.get(wordKey(name));
  const ofRun = work.syndicatesOfRun.get(wordKey(name));
  if (ofRun) return ofRun;
  const isChosen = meaning !== undefined && meaning !== NEW_SYNDICATE;
  const known = work.syndicates.byName.get(wordKey(isChosen ? meaning : name));
  if (known && (isChosen || ofRun === undefined)) return externalIdOf(work, 'syndicates', known);
  const isSeveral = known === null || ofRun === null;
  // A further one of the same name would be taken for one of those that are there.
  if (isSeveral || meaning !== NEW_SYNDICATE) {
    addProblem(work, row, {
      field: 'syndicate',
      reason: isSeveral ? NAMES_SEVERAL : 'is no investor known here',
      value: name,
      fix: 'name',
      isNamesake: isSeveral,
    });
    return null;
  }
  const fee =
    row.values['management_fee_percent'] || constantOf(work, 'participations', 'management_fee_percent');
  const cells = newSyndicate(work, row, { name, ...(fee && { management_fee_percent: fee }) });
  if (!cells) return null;
  const externalId = `investor ${name}`.slice(0, 100);
  addRecord(work, 'syndicates', { line, cells: { ...cells, external_id: externalId } });
  work.syndicatesOfRun.set(wordKey(name), externalId);
  return externalId;
}

function newSyndicate(
  work: MappingWork,
  row: FieldRow,
  told: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const cells: Record<string, string> = {};
  for (const [field, { isNeeded }] of Object.entries(SHEET_FIELDS.syndicates)) {
    const value = told[field] || constantOf(work, 'syndicates', field) || DEFAULTS[field];
    if (value) cells[field] = value;
    else if (isNeeded) {
      work.problems.add({
        kind: 'syndicates',
        fileName: row.sheet.name,
        line: row.line,
        field,
        reason: 'is in no column, and a new investor needs it',
        value: told['name'],
        fix: 'constant',
      });
      return null;
    }
  }
  cells['abbreviation'] ??= abbreviationOf(work, cells['name'] ?? '');
  return cells;
}

/** The first letters of its words, with a number where another investor has them. */
function abbreviationOf({ syndicates: { abbreviations } }: MappingWork, name: string): string {
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase()
    .slice(0, 10);
  const base = letters.length > 1 ? letters : name.slice(0, 4).trim().toUpperCase() || 'I';
  let abbreviation = base;
  for (let nth = 2; abbreviations.includes(abbreviation); nth += 1) abbreviation = `${base}${nth}`;
  abbreviations.push(abbreviation);
  return abbreviation;
}
