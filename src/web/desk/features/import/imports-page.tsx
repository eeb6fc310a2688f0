import { useState } from 'react';
import { deskImportsContract } from '../../../../shared/contract/desk-imports.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import parts from '../../ui/page-parts.module.css';
import { type ListedRun, useRuns } from './imports.api.ts';
import { RunStateChip } from './state-chip.tsx';
import { uploadToRun } from './upload-to-run.ts';

const COLUMNS: readonly Column<ListedRun>[] = [
  { name: 'State', value: (run) => <RunStateChip run={run} /> },
  { name: 'Begun', kind: 'day', value: ({ startedAt }) => formatMoment(startedAt) },
  { name: 'Confirmed by', value: ({ confirmedByName }) => confirmedByName },
  { name: 'Imported', kind: 'day', value: ({ finishedAt }) => finishedAt && formatMoment(finishedAt) },
  { name: 'Undone', kind: 'day', value: ({ undoneAt }) => undoneAt && formatMoment(undoneAt) },
];

/** Begins an import, and lists the earlier ones. */
export function ImportsPage() {
  usePageTitle('Import', 'Desk');
  const navigate = useDeskNavigate();
  const [page, setPage] = useState(1);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const { failure, run } = useAction(messageOf);
  const runs = useRuns(page);
  const { data } = runs;
  const begin = (files: readonly File[]) =>
    run(async () => {
      if (files.length === 0) return;
      setBusyWith('Beginning the import');
      try {
        const { runId } = await call(deskImportsContract.start, {}, { idempotencyKey: crypto.randomUUID() });
        await uploadToRun(runId, files, setBusyWith);
        navigate(deskAddress('import', { params: { runId } }));
      } finally {
        setBusyWith(null);
      }
    });
  return (
    <>
      <PageHeader
        title="Import"
        caption="Deals, syndication, payments and investors from another system. Nothing is in the book before you confirm it."
      />
      <div className={parts['stack']}>
        <FormAlert message={failure} />
        <DropZone
          label="Drop the files here, or choose them"
          hint="csv or xlsx, as your system exports them, up to 20 MB each"
          busyWith={busyWith}
          isMultiple
          onFiles={begin}
        />
        <ListCard
          title="Imports"
          what="The imports"
          about={({ count }) => countOf(count, 'import')}
          query={runs}
          page={page}
          onPage={setPage}
          nothing={<NothingInCard title="Nothing was imported at the desk yet" />}
        >
          <DeskTable
            label="Imports"
            first="Files"
            columns={COLUMNS}
            rows={data?.runs}
            keyOf={({ id }) => id.toString()}
            nameOf={({ fileNames }) => fileNames.join(', ')}
            below={({ startedByName }) => `by ${startedByName}`}
            page="import"
            target={({ id: runId }) => ({ params: { runId } })}
          />
        </ListCard>
      </div>
    </>
  );
}
