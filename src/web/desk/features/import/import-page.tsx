import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { deskImportsContract } from '../../../../shared/contract/desk-imports.ts';
import { SHARED_ADDRESS, type SheetKind } from '../../../../shared/domain/import-runs.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeskLink } from '../../desk-link.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FootBar } from '../../ui/foot-bar.tsx';
import parts from '../../ui/page-parts.module.css';
import { Steps } from '../../ui/steps.tsx';
import { useChange } from '../../ui/use-change.ts';
import { AnswersCard } from './answers-card.tsx';
import { AsksCard, askWords, mayCarryOut, mayUndo } from './asks-card.tsx';
import { ColumnsCard } from './columns-card.tsx';
import classes from './import.module.css';
import {
  isAtWork,
  isThrough,
  type Obstacle,
  type Plan,
  type Problem,
  plannedColumn,
  planOf,
  type Run,
  useConsequences,
  useRun,
} from './imports.api.ts';
import { MailsCard } from './mails-card.tsx';
import { ObstaclesCard } from './obstacles-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { ProblemsCard } from './problems-card.tsx';
import { RunStateChip } from './state-chip.tsx';
import { TotalsCard } from './totals-card.tsx';
import { TrialCard } from './trial-card.tsx';
import { uploadToRun } from './upload-to-run.ts';

const STEPS = ['File', 'Columns and check', 'In the book'] as const;

const REACHED: Readonly<Record<Run['state'], number>> = {
  open: 1,
  checking: 1,
  ready: 1,
  failed: 1,
  importing: 2,
  done: 3,
  undoing: 3,
  undone: 3,
};

/** One import: its columns, what is wrong, what would change; then Import, and later Undo. */
export function ImportPage() {
  const { runId = '0' } = useParams({ strict: false }) as { runId?: string };
  const query = useRun(/^\d{1,15}$/.test(runId) ? BigInt(runId) : 0n);
  const { data: run } = query;
  usePageTitle(run ? run.fileNames.join(', ') : 'Import', 'Desk');
  return (
    <>
      <DeskLink page="imports" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Imports
      </DeskLink>
      {query.isError && !run ? (
        <>
          <PageHeader title="Import" />
          <ErrorState
            title="This import did not load"
            error={query.error}
            onRetry={() => query.refetch()}
            isRetrying={query.isFetching}
          />
        </>
      ) : (
        <>
          <PageHeader
            title="Import"
            marks={run && <RunStateChip run={run} />}
            caption={run ? captionOf(run) : <Skeleton characters={48} />}
            action={run?.state !== 'undone' && <Steps names={STEPS} reached={run ? REACHED[run.state] : 0} />}
          />
          {run ? <OpenRun run={run} /> : <LoadingRun />}
        </>
      )}
    </>
  );
}

/** In the shape of an import that is checked, with one file. */
const LoadingRun = () => (
  <div className={parts['stack']}>
    <HeadedCard title="Columns" isPending>
      <ul className={classes['loading']}>
        {[...'abcdef'].map((row) => (
          <li key={row}>
            <Skeleton characters={14} />
            <Skeleton characters={24} />
          </li>
        ))}
      </ul>
    </HeadedCard>
    <div className={classes['pair']}>
      <HeadedCard title="Problems" isPending>
        <ul className={classes['loading']}>
          <li>
            <Skeleton characters={30} />
          </li>
        </ul>
      </HeadedCard>
      <HeadedCard title="What would change" isPending>
        <ul className={classes['loading']}>
          <li>
            <Skeleton characters={30} />
          </li>
        </ul>
      </HeadedCard>
    </div>
  </div>
);

function captionOf({
  fileNames,
  startedByName,
  startedAt,
  confirmedByName,
  finishedAt,
  undoneByName,
  undoneAt,
}: Run) {
  return [
    fileNames.join(', '),
    `begun ${formatMoment(startedAt)} by ${startedByName}`,
    ...(finishedAt ? [`imported ${formatMoment(finishedAt)}, confirmed by ${confirmedByName}`] : []),
    ...(undoneAt ? [`undone ${formatMoment(undoneAt)} by ${undoneByName}`] : []),
  ].join(' · ');
}

/** What is said so far, less what is said of some values of a field. */
const without = (
  meanings: Plan['meanings'],
  { kind, field }: Pick<Problem, 'kind' | 'field'>,
  values: readonly string[],
) => meanings.filter((told) => !(told.kind === kind && told.field === field && values.includes(told.value)));

const meaningOf = ({ kind, field }: Pick<Problem, 'kind' | 'field'>, value: string, meaning: string) => ({
  ...{ kind: kind as SheetKind, field, value, meaning },
  isNamesake: undefined,
});

function OpenRun({ run }: { run: Run }) {
  const send = useChange();
  const client = useQueryClient();
  const { isPending, failure, run: act } = useAction(messageOf);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const params = { runId: run.id };
  const isBusy = isAtWork(run);
  const isOpen = !isPending && !isBusy && ['open', 'ready', 'failed'].includes(run.state);
  const change = (part: Partial<Plan>) =>
    act(async () => {
      await send(deskImportsContract.plan, { params, body: { ...planOf(run), ...part } });
    });
  const changeFile = (id: string, kind: SheetKind | null, columns: Plan['files'][number]['columns']) =>
    change({ files: planOf(run).files.map((file) => (file.id === id ? { id, kind, columns } : file)) });
  const addMeanings = ({ isNamesake, ...problem }: Problem, values: readonly string[], meaning: string) =>
    change({
      meanings: [
        ...without(run.meanings, problem, values),
        ...values.map((value) => ({ ...meaningOf(problem, value, meaning), isNamesake })),
      ],
    });
  const addFiles = (files: readonly File[]) =>
    act(async () => {
      try {
        await uploadToRun(run.id, files, setBusyWith);
      } finally {
        setBusyWith(null);
        await client.invalidateQueries({ queryKey: ['desk-imports'] });
      }
    });
  const columns = run.files.map((file) => (
    <ColumnsCard
      key={file.id}
      file={file}
      isOpen={isOpen}
      onKind={(kind) => changeFile(file.id, kind, [])}
      onColumn={(name, field, unit) =>
        changeFile(file.id, file.kind, [
          ...file.columns.filter((column) => column.name !== name).flatMap(plannedColumn),
          ...(field === null ? [] : [{ name, field, unit }]),
        ])
      }
    />
  ));
  return (
    <div className={parts['stack']}>
      <FormAlert message={failure ?? run.failure} />
      {run.state === 'done' && <ObstaclesCard run={run} />}
      {(run.state === 'done' || run.state === 'undone') && <MailsCard run={run} />}
      {!isThrough(run) && columns}
      {isOpen && (
        <DropZone
          label="Add another file"
          hint="csv or xlsx, up to 20 MB each"
          busyWith={busyWith}
          isMultiple
          isSmall
          onFiles={addFiles}
        />
      )}
      <div className={classes['pair']}>
        <ProblemsCard
          run={run}
          isOpen={isOpen}
          onMeaning={(problem, value, meaning) => addMeanings(problem, [value], meaning)}
          onMeanings={(problem, meaning) =>
            addMeanings(
              problem,
              problem.values.map(({ value }) => value),
              meaning,
            )
          }
          onConstant={({ kind, field }, value) =>
            change({
              constants: [
                ...run.constants.filter((known) => known.kind !== kind || known.field !== field),
                { kind: kind as SheetKind, field, value },
              ],
            })
          }
          onEach={(problem, typed, isShared) => {
            const about = isShared ? { ...problem, field: SHARED_ADDRESS } : problem;
            const values = typed.map(([value]) => value);
            change({
              meanings: [
                ...without(run.meanings, about, values),
                ...typed.map(([value, text]) => meaningOf(about, value, text)),
              ],
            });
          }}
          onLeaveOut={({ key }, isLeftOut) =>
            change({
              leftOut: [...planOf(run).leftOut.filter((known) => known !== key), ...(isLeftOut ? [key] : [])],
            })
          }
        />
        <OutcomeCard run={run} />
      </div>
      {!isThrough(run) && <AnswersCard run={run} isOpen={isOpen} onTakeBack={change} />}
      {run.totals.length > 0 && (
        <TotalsCard
          totals={run.totals}
          isOpen={isOpen}
          isThrough={isThrough(run)}
          onGive={(totals) => change({ totals })}
        />
      )}
      {run.state === 'ready' && run.rehearsal && <TrialCard trial={run.rehearsal} />}
      {run.asks.length > 0 && run.state !== 'undone' && <AsksCard run={run} />}
      {isThrough(run) && columns}
      <RunBar run={run} isBusy={isBusy || isPending} />
    </div>
  );
}

const WHOLE =
  'Everything that it added or changed is taken back, and the book is as it was before. If something is built on it meanwhile, all of it stays.';

const UNDONE_BY_TWO = 'It takes two people: somebody else has to undo it after you.';

/** At the lower edge: what is missing, Import, and Undo once it is through. */
function RunBar({ run, isBusy }: { run: Run; isBusy: boolean }) {
  const obstacles = useConsequences(run).data?.obstacles;
  const send = useChange();
  const { isPending, failure, run: act } = useAction(messageOf);
  const [isAsking, setIsAsking] = useState(false);
  const params = { runId: run.id };
  const rows = run.counts.reduce((sum, { new: added, changed }) => sum + added + changed, 0);
  const count = countOf(rows, 'row');
  const isFirstOfTwo = run.takesTwo && run.undoAskedByName === null;
  return (
    <FootBar
      {...(failure === null
        ? wordsOf({ run, isBusy, count, obstacles })
        : { what: failure, isWaiting: true })}
    >
      {['open', 'checking', 'ready', 'failed', 'importing'].includes(run.state) && (
        <Button
          disabled={isBusy || run.state !== 'ready' || run.blocker !== null || !mayCarryOut(run)}
          loading={isPending}
          onClick={() =>
            act(async () => {
              await send(deskImportsContract.confirm, { params, body: { revision: run.revision } });
            })
          }
        >
          Import {count}
        </Button>
      )}
      {run.state === 'done' && (
        <Button
          variant="default"
          disabled={obstacles?.length !== 0 || !mayUndo(run)}
          loading={isPending}
          onClick={() => setIsAsking(true)}
        >
          {isFirstOfTwo ? 'Ask to undo this import' : 'Undo this import'}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Undo this import?"
          lead={isFirstOfTwo ? `${WHOLE} ${UNDONE_BY_TWO}` : WHOLE}
          confirmLabel={isFirstOfTwo ? 'Ask to undo' : 'Undo the import'}
          isPending={isPending}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            act(async () => {
              await send(deskImportsContract.undo, { params });
              setIsAsking(false);
            })
          }
        />
      )}
    </FootBar>
  );
}

interface BarWords {
  what: string;
  remark?: string;
  isWaiting?: boolean;
}

const undoWords = (run: Run, obstacles: readonly Obstacle[] | undefined): string => {
  if (obstacles === undefined) return 'Checking whether it can be undone…';
  if (obstacles.length > 0) return 'It can no longer be undone. What was built on it is listed above.';
  if (run.undoAskedByName !== null && !mayUndo(run))
    return `${run.undoAskedByName} has asked to undo it. Somebody else who approves money can do it.`;
  return mayUndo(run)
    ? 'You can undo it until something is built on it, such as tonight’s reports.'
    : askWords(run);
};

const DOING: Readonly<Record<string, string>> = { posting: 'Posting', trying: 'Trying' };

interface Shown {
  run: Run;
  isBusy: boolean;
  count: string;
  /** Undefined while they are looked for. */
  obstacles: readonly Obstacle[] | undefined;
}

function wordsOf({ run, isBusy, count, obstacles }: Shown): BarWords {
  const { state, progress, blocker } = run;
  const leaving = 'You can leave this page; it goes on by itself.';
  if (progress?.doing === 'interrupted')
    return {
      what: 'Others are using these deals',
      remark: `The check starts again within a minute. ${leaving}`,
    };
  if (progress !== null && (state === 'importing' || state === 'checking')) {
    const of = progress.of === null ? '' : ` of ${progress.of.toLocaleString('en-US')}`;
    const doing = DOING[progress.doing] ?? 'Reading';
    return { what: `${doing}: ${progress.rows.toLocaleString('en-US')}${of}`, remark: leaving };
  }
  if (state === 'importing') return { what: 'Being imported', remark: leaving };
  if (state === 'undoing')
    return { what: 'Being undone', remark: `It takes about as long as the import. ${leaving}` };
  if (state === 'done') return { what: `${count} imported`, remark: undoWords(run, obstacles) };
  if (state === 'undone') return { what: 'Undone: the book is as it was before' };
  if (isBusy) return { what: 'Being checked', remark: leaving };
  const what = `${count} would be imported`;
  if (blocker === null && !mayCarryOut(run)) return { what, remark: askWords(run), isWaiting: true };
  return blocker === null
    ? { what, remark: 'Nothing is in the book yet. It can be undone afterwards.' }
    : { what, remark: blocker, isWaiting: true };
}
