import type { DaySheetState } from '../../../../shared/domain/day-sheet.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { type OpenSheet, useRuns } from './payments.api.ts';

const STATES: Readonly<Record<DaySheetState, string>> = {
  arriving: 'Being checked',
  columns: 'Its columns are not known',
  checking: 'Being checked',
  checked: 'Waits to be posted',
  posting: 'Being posted',
  posted: 'Posted',
  unreadable: 'Cannot be read',
};

const COLUMNS: readonly Column<OpenSheet>[] = [
  { name: 'State', value: ({ state }) => STATES[state] },
  { name: 'Lines', kind: 'number', value: ({ lineCount }) => groupedCount(lineCount) },
  { name: 'Dropped', kind: 'day', value: ({ droppedAt }) => formatMoment(droppedAt) },
];

/** Files that were dropped and not posted yet. Without any, nothing is shown. */
export function OpenSheetsCard() {
  const { data } = useRuns();
  const sheets = data?.pages[0]?.sheets ?? [];
  if (sheets.length === 0) return null;
  return (
    <HeadedCard title="Not posted yet" about="kept for 30 days">
      <DeskTable
        label="Files that are not posted yet"
        first="File"
        columns={COLUMNS}
        rows={sheets}
        keyOf={({ fileId }) => fileId}
        nameOf={({ fileName }) => fileName}
        below={({ droppedBy }) => droppedBy}
        page="postDay"
        target={({ fileId }) => ({ search: { file: fileId } })}
      />
    </HeadedCard>
  );
}
