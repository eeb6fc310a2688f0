import { toDecimalString } from '../../shared/domain/money.ts';
import { sayUsualWeekday, weekdayInWords } from '../../shared/domain/usual-weekday.ts';
import type { TotalDifference } from '../import/control-totals.ts';
import type { FoundChange, FoundProblem, KindReport, RowCounts } from '../import/findings.ts';
import type { Group } from '../import/groups.ts';
import type { ImportReport } from '../import/import-book.ts';
import { shownValue } from '../import/shown-value.ts';
import type { WeekdaySuggestion } from '../import/weekday-suggestions.ts';
import { formatCount, print } from './command.ts';

/** Prints what an import found and did, the same fault and the same column of many rows once. */
export function printReport(report: ImportReport, seconds: number): void {
  const { files, applied, isDryRun } = report;
  for (const file of files) for (const line of linesOf(file, isDryRun)) print(line);
  for (const line of totalLines(report.totals)) print(line);
  for (const line of suggestionLines(report.suggestions)) print(line);
  for (const { kind, counts } of files) print(`${kind}: ${describeCounts(counts)}`);
  print(`${closingLine(report)} ${seconds.toFixed(1)} s`);
  process.exitCode = { nothing: 1, some: 3, all: 0 }[applied];
}

const linesOf = ({ file, problemGroups, changeGroups }: KindReport, isDryRun: boolean): string[] => [
  ...changeGroups.flatMap((group) => changeLines(file, group, isDryRun)),
  ...problemGroups.flatMap((group) => problemLines(file, group)),
];

function changeLines(file: string, { count, first }: Group<FoundChange>, isDryRun: boolean): string[] {
  const rows = count === 1 ? '1 row' : `${formatCount(count)} rows`;
  return [
    `${file}: ${first[0]?.field} ${isDryRun ? 'would change' : 'changed'} in ${rows}`,
    ...first.map(
      ({ line, externalId, before, after }) =>
        `  line ${line}, ${externalId}: ${shownOrEmpty(before)} → ${shownOrEmpty(after)}`,
    ),
    ...andMore(count, first),
  ];
}

const shownOrEmpty = (value: string) => (value === '' ? '(empty)' : shownValue(value));

const NOTES = { bad: '', refused: ' (refused)', warned: ' (warning)' } as const;

function problemLines(file: string, { count, first }: Group<FoundProblem>): string[] {
  const [one] = first;
  if (!one) return [];
  const value = one.value === undefined ? '' : shownValue(one.value);
  const note = NOTES[one.outcome];
  if (count === 1) return [`${file}:${one.line}: ${sentence(one.column, value, one.reason)}${note}`];
  return [
    `${file}: ${sentence(one.column, one.reason)} in ${formatCount(count)} rows${note}`,
    ...first.map((found) =>
      sentence(`  line ${found.line}`, found.value === undefined ? '' : `has ${shownValue(found.value)}`),
    ),
    ...andMore(count, first),
  ];
}

const sentence = (...words: string[]) => words.filter(Boolean).join(' ');

const andMore = (count: number, first: readonly unknown[]): string[] =>
  count > first.length
    ? [`  and ${formatCount(count - first.length)} more; --report <file.csv> lists all`]
    : [];

const MAX_TOTALS = 20;

/** 'collected of deal D-1: 700.00 expected, 1400.00 after the import, 700.00 too much' */
function totalLines(totals: readonly TotalDifference[]): string[] {
  const shown = totals.slice(0, MAX_TOTALS).map(({ of, id, figure, expected, wouldBe }) => {
    const what = `${figure} of ${of === 'book' ? 'the book' : `${of} ${id}`}: ${toDecimalString(expected)} expected`;
    if (wouldBe === null) return `${what}, but there is no such ${of}`;
    const more = wouldBe - expected;
    const difference = `${toDecimalString(more > 0n ? more : -more)} too ${more > 0n ? 'much' : 'little'}`;
    return `${what}, ${toDecimalString(wouldBe)} after the import, ${difference}`;
  });
  const left = totals.length - shown.length;
  return left > 0 ? [...shown, `and ${formatCount(left)} more totals that differ`] : shown;
}

const MAX_SUGGESTIONS = 20;

/** 'D-1, HB-200117: 12 of 13 debits were on a Wednesday; they are expected on a Thursday, as the deal was funded on one' */
function suggestionLines(suggestions: readonly WeekdaySuggestion[]): string[] {
  if (suggestions.length === 0) return [];
  const left = suggestions.length - MAX_SUGGESTIONS;
  return [
    'The terms of these weekly deals have no weekday. Their history suggests one, which was not recorded:',
    ...suggestions.slice(0, MAX_SUGGESTIONS).map((suggestion) => {
      const day = weekdayInWords(suggestion.expectedOn);
      const { deal, mid } = suggestion;
      return `  ${deal}, ${mid}: ${sayUsualWeekday(suggestion)}; they are expected on a ${day}, as the deal was funded on one`;
    }),
    ...(left > 0 ? [`  and ${formatCount(left)} more`] : []),
    'To accept them: --suggest-weekdays <folder> writes a terms.csv there. Look through it, and import it.',
  ];
}

/** '2 new, 1 bad' */
function describeCounts(counts: RowCounts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([outcome, count]) => `${formatCount(count)} ${outcome}`).join(', ') || 'no rows';
}

function closingLine({ files, applied, isDryRun, totals }: ImportReport): string {
  if (totals.length > 0) return 'Nothing was imported: the totals are not those that were expected.';
  if (applied === 'nothing') return 'Nothing was imported: some rows are invalid.';
  const isUnchanged = files.every(({ counts }) => counts.new + counts.changed === 0);
  if (applied === 'all' && isUnchanged) return 'Everything was imported before. Nothing was changed.';
  const words = applied === 'all' ? 'Everything' : 'Everything except the rows listed above';
  return isDryRun ? `${words} would be imported. Nothing was changed.` : `${words} was imported.`;
}
