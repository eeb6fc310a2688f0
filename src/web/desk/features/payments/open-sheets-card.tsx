import { useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import type { DaySheetState } from '../../../../shared/domain/day-sheet.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { useChange } from '../../ui/use-change.ts';
import { isAtWork, type OpenSheet, useRuns } from './payments.api.ts';

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
  const [discarding, setDiscarding] = useState<OpenSheet | null>(null);
  const sheets = data?.pages[0]?.sheets ?? [];
  if (sheets.length === 0) return null;
  return (
    <HeadedCard title="Not posted yet" about="kept for 30 days">
      <DeskTable
        label="Files that are not posted yet"
        first="File"
        columns={[
          ...COLUMNS,
          {
            name: 'What to do',
            kind: 'action',
            value: (sheet) =>
              !isAtWork(sheet.state) && (
                <TextButton aria-label={`Discard ${sheet.fileName}`} onClick={() => setDiscarding(sheet)}>
                  Discard
                </TextButton>
              ),
          },
        ]}
        rows={sheets}
        keyOf={({ fileId }) => fileId}
        nameOf={({ fileName }) => fileName}
        below={({ droppedBy }) => droppedBy}
        page="postDay"
        target={({ fileId }) => ({ search: { file: fileId } })}
      />
      {discarding && <DiscardDialog sheet={discarding} onClose={() => setDiscarding(null)} />}
    </HeadedCard>
  );
}

function DiscardDialog({ sheet, onClose }: { sheet: OpenSheet; onClose: () => void }) {
  const change = useChange();
  const { isPending, run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  return (
    <ConfirmDialog
      title="Discard file?"
      lead={`${sheet.fileName} is deleted. Nothing of it was posted.`}
      confirmLabel="Discard file"
      isPending={isPending}
      onConfirm={() =>
        run(async () => {
          await change(deskPostingContract.discardSheet, { params: { fileId: sheet.fileId } });
          flash('File discarded');
          onClose();
        })
      }
      onClose={onClose}
    />
  );
}
