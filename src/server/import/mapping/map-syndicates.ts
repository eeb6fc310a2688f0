import { wordKey } from '../../../shared/domain/cell-values.ts';
import { ANOTHER_NAME, NEW_SYNDICATE, SHEET_FIELDS } from '../../../shared/domain/import-runs.ts';
import { nameKey } from '../../../shared/domain/investor-names.ts';
import type { KnownSyndicate } from './known-book.ts';
import { addressOf } from './map-addresses.ts';
import { addProblem, addRecord, constantOf, externalIdOf, lineIn, type MappingWork } from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

/** What a new investor begins with unless the file or a constant says otherwise. The mail address is asked for, of each. */
const DEFAULTS: Readonly<Record<string, string>> = {
  pay_days: 'Mon Tue Wed Thu Fri',
  default_share_percent: '0',
  syndication_fee_percent: '0',
};

const FIELDS = Object.keys(SHEET_FIELDS.syndicates);

/** The investors of a file of their own. Of one that the book has, what the file leaves out stays. */
export function mapSyndicates(
  work: MappingWork,
  files: readonly FieldRow[][],
  unread: readonly FieldRow[],
): void {
  for (const [fileIndex, rows] of files.entries())
    for (const row of rows) {
      const { values } = row;
      const name = values['name'] ?? '';
      const chosen = chosenFor(work, values);
      const known = chosen ?? knownAs(work, values);
      if (known === undefined && isAsked(work, row)) {
        noteOfRun(work, values, newIdOf(values), false);
        continue;
      }
      if (known === null) {
        const field = values['external_id'] ? 'external_id' : 'name';
        addProblem(work, row, { field, reason: NAMES_SEVERAL, value: values['external_id'] || name });
        noteOfRun(work, values, newIdOf(values), false);
        continue;
      }
      const externalId = known ? externalIdOf(work, 'syndicates', known) : newIdOf(values);
      const told = Object.fromEntries(
        FIELDS.flatMap((field) => (values[field] ? [[field, values[field]]] : [])),
      );
      const cells = known
        ? changedSyndicate(work, row, { known, told, isRenamed: !chosen })
        : newSyndicate(work, row, told);
      noteOfRun(work, values, externalId, cells !== null);
      if (!cells) continue;
      const line = lineIn(fileIndex, row.line);
      addRecord(work, 'syndicates', { line, cells: { ...cells, external_id: externalId } });
    }
  for (const { values } of unread) {
    const known = knownAs(work, values);
    noteOfRun(work, values, known ? externalIdOf(work, 'syndicates', known) : newIdOf(values), false);
  }
}

const LIKE_EXISTING = 'looks like an existing investor';
const LIKE_NEW = 'looks like another new investor of these files';

/** The investor of the book that somebody has said a row is about, which has another name. */
function chosenFor(
  { meant, syndicates }: MappingWork,
  { name = '' }: FieldRow['values'],
): KnownSyndicate | null {
  const meaning = meant('syndicates', 'name', name)?.meaning;
  const chosen =
    meaning === undefined || meaning === NEW_SYNDICATE ? null : syndicates.byName.get(wordKey(meaning));
  // A name that an investor has is that investor's.
  const owner = syndicates.byName.get(wordKey(name));
  return chosen && (owner === undefined || owner === chosen) ? chosen : null;
}

/** Asks who a row is that nobody has the name of, where somebody has one like it. An ID says that it is another one. */
function isAsked(work: MappingWork, row: FieldRow): boolean {
  const { external_id: id, name = '' } = row.values;
  const suggested = work.similar(name);
  if (id || suggested.length === 0 || work.meant('syndicates', 'name', name)?.meaning === NEW_SYNDICATE)
    return false;
  addProblem(work, row, { field: 'name', reason: LIKE_EXISTING, value: name, fix: 'name', suggested });
  return true;
}

const NAMES_SEVERAL = 'matches more than one investor';
const NAMES_NEW_TOO = `${NAMES_SEVERAL}, a new one among them: choose which one it is, or write the ID or the short name of the new one in place of the name`;
const NAMES_NONE_TO_CHOOSE = `${NAMES_SEVERAL}, none of which can be chosen here: write the ID or the short name in place of the name`;

const newIdOf = (values: FieldRow['values']): string =>
  (values['external_id'] || values['name'] || '').slice(0, 100);

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

/**
 * Also one that cannot be imported yet, or is left out: the shares of its name may be its own, and not those of another one of that name.
 */
function noteOfRun(
  { syndicatesOfRun, syndicatesReady }: MappingWork,
  { external_id: id, name, abbreviation }: FieldRow['values'],
  externalId: string,
  isReady: boolean,
): void {
  if (isReady) syndicatesReady.add(externalId);
  for (const called of [id, name, abbreviation]) {
    if (!called) continue;
    const known = syndicatesOfRun.get(wordKey(called));
    if (known) known.add(externalId);
    else syndicatesOfRun.set(wordKey(called), new Set([externalId]));
  }
}

/** The name in these files that somebody has said another one is a spelling of. One of a spelling of its own is asked for again. */
function spelledOut({ meant, syndicates }: MappingWork, name: string): string {
  if (syndicates.byName.has(wordKey(name))) return name;
  const saidOf = (called: string) => meant('participations', 'syndicate', called)?.meaning;
  const said = saidOf(name);
  if (!said?.startsWith(ANOTHER_NAME)) return name;
  const other = said.slice(ANOTHER_NAME.length);
  return saidOf(other)?.startsWith(ANOTHER_NAME) ? name : other;
}

/** The external id of the investor that a name stands for; null where nobody has said which, which is a problem. */
export function syndicateOf(work: MappingWork, row: FieldRow, line: number): string | null {
  const { byName, byExternalId } = work.syndicates;
  const name = spelledOut(work, row.values['syndicate'] ?? '');
  const { meaning, isNamesake = false } = work.meant('participations', 'syndicate', name) ?? {};
  // That a name of the book is a spelling of another one says nothing.
  const isChosen = meaning !== undefined && meaning !== NEW_SYNDICATE && !meaning.startsWith(ANOTHER_NAME);
  const chosen = isChosen ? byName.get(wordKey(meaning)) : null;
  const known = byName.get(wordKey(name));
  const ofRun = [...(work.syndicatesOfRun.get(wordKey(name)) ?? [])];
  // Whose the shares are only a person knows where the files have another one of the name than the book.
  const others = ofRun.filter((externalId) => !known || byExternalId.get(externalId) !== known);
  // What was chosen while nobody had the name, in an earlier import for example, says nothing of whoever has it now.
  const isAlone = others.length === 0 && (known === undefined || known === chosen);
  if (chosen && (isNamesake || isAlone)) return externalIdOf(work, 'syndicates', chosen);
  if (chosen || known === null || others.length > (known ? 0 : 1)) {
    const canChoose = chosen != null || hasOpen(work, name, ofRun);
    addProblem(work, row, { field: 'syndicate', value: name, ...namesakes(work, canChoose, ofRun) });
    return null;
  }
  // Who was chosen and is no longer there is asked for again.
  if (known && !isChosen) return externalIdOf(work, 'syndicates', known);
  const [only] = others;
  if (only !== undefined && work.syndicatesReady.has(only)) return only;
  if (meaning !== NEW_SYNDICATE) {
    addProblem(work, row, { field: 'syndicate', value: name, fix: 'name', ...whoIs(work, name) });
    return null;
  }
  const fee =
    row.values['management_fee_percent'] || constantOf(work, 'participations', 'management_fee_percent');
  const cells = newSyndicate(work, row, { name, ...(fee && { management_fee_percent: fee }) });
  if (!cells) return null;
  const externalId = `investor ${name}`.slice(0, 100);
  addRecord(work, 'syndicates', { line, cells: { ...cells, external_id: externalId } });
  work.syndicatesOfRun.set(wordKey(name), new Set([externalId]));
  work.syndicatesReady.add(externalId);
  return externalId;
}

function whoIs({ similar, spelling }: MappingWork, name: string) {
  const [known, others] = [similar(name), spelling(name)];
  if (known.length > 0) return { reason: LIKE_EXISTING, suggested: known };
  return { reason: others.length > 0 ? LIKE_NEW : 'is no investor known here', suggested: others };
}

const hasOpen = (
  { syndicates: { namesOfOpen, byExternalId } }: MappingWork,
  name: string,
  ofRun: readonly string[],
): boolean => namesOfOpen.has(wordKey(name)) || ofRun.some((id) => byExternalId.get(id)?.isClosed === false);

/** One of the book is chosen. Where none of them can be, any choice would give the shares to a stranger. */
function namesakes(
  { syndicates: { byExternalId } }: MappingWork,
  canChoose: boolean,
  ofRun: readonly string[],
) {
  if (!canChoose) return { reason: NAMES_NONE_TO_CHOOSE };
  const isNew = (id: string) => !byExternalId.has(id);
  return {
    reason: ofRun.some(isNew) ? NAMES_NEW_TOO : NAMES_SEVERAL,
    fix: 'name',
    isNamesake: true,
  } as const;
}

function newSyndicate(
  work: MappingWork,
  row: FieldRow,
  told: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const cells: Record<string, string> = {};
  for (const [field, { isNeeded, hasConstant, isTypedForEach }] of Object.entries(SHEET_FIELDS.syndicates)) {
    if (isTypedForEach) continue;
    const constant = hasConstant && constantOf(work, 'syndicates', field);
    const value = told[field] || constant || DEFAULTS[field];
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
  const name = cells['name'] ?? '';
  const address = addressOf(work, row, { name, told: told['esign_email'] ?? '', known: null });
  if (address === null) return null;
  cells['esign_email'] = address;
  cells['abbreviation'] ??= abbreviationOf(work, name);
  return cells;
}

interface Change {
  known: KnownSyndicate;
  told: Readonly<Record<string, string>>;
  /** Not where somebody has said whose other name it is. */
  isRenamed: boolean;
}

function changedSyndicate(
  work: MappingWork,
  row: FieldRow,
  { known, told: { name = '', esign_email: email, ...told }, isRenamed }: Change,
): Record<string, string> | null {
  const address = email === undefined ? undefined : addressOf(work, row, { name, told: email, known });
  if (address === null) return null;
  return { ...known.needed, ...told, ...(isRenamed && { name }), ...(address && { esign_email: address }) };
}

/** The first letters of its words, with a number where another investor has them. */
function abbreviationOf({ syndicates: { abbreviationKeys } }: MappingWork, name: string): string {
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase()
    .slice(0, 10);
  const base = letters.length > 1 ? letters : name.slice(0, 4).trim().toUpperCase() || 'I';
  let abbreviation = base;
  for (let nth = 2; abbreviationKeys.has(nameKey(abbreviation)); nth += 1) abbreviation = `${base}${nth}`;
  abbreviationKeys.add(nameKey(abbreviation));
  return abbreviation;
}
