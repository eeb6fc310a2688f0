import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deskImportsContract } from '../../../../shared/contract/desk-imports.ts';
import type { Input, Output } from '../../../../shared/contract/endpoint.ts';
import { BUSY_RUN_STATES } from '../../../../shared/domain/import-runs.ts';
import { call } from '../../../lib/call.ts';

export type Run = Output<typeof deskImportsContract.run>;
export type RunFile = Run['files'][number];
export type Problem = Run['problems'][number];
export type ListedRun = Output<typeof deskImportsContract.runs>['runs'][number];
export type Plan = Input<typeof deskImportsContract.plan>['body'];

type Consequences = Output<typeof deskImportsContract.obstacles>;
export type Obstacle = Consequences['obstacles'][number];
export type ImportMail = Consequences['mails'][number];

const WORKING_MS = 700;
const AGAIN_MS = 60_000;

export const useRuns = (page: number) =>
  useQuery({
    queryKey: ['desk-imports', 'list', page],
    queryFn: () => call(deskImportsContract.runs, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });

export const useRun = (runId: bigint) =>
  useQuery({
    queryKey: ['desk-imports', 'one', runId.toString()],
    queryFn: () => call(deskImportsContract.run, { params: { runId } }),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? WORKING_MS : AGAIN_MS),
  });

/** What keeps an import that is through from being undone, and the mails that it has caused. */
export const useConsequences = ({ id, state, failure }: Pick<Run, 'id' | 'state' | 'failure'>) =>
  useQuery({
    queryKey: ['desk-imports', 'obstacles', id.toString(), state, failure],
    queryFn: () => call(deskImportsContract.obstacles, { params: { runId: id } }),
    enabled: state === 'done' || state === 'undone',
    refetchInterval: AGAIN_MS,
  });

/** Whether it changes by itself: the worker is at it, or is about to be. */
export const isAtWork = ({ state, files }: Pick<Run, 'state' | 'files'>): boolean =>
  BUSY_RUN_STATES.includes(state) ||
  files.some((file) => file.state === 'checking') ||
  (state === 'open' && files.some((file) => file.state === 'clean'));

/** Whether it was carried out, whatever became of it since. */
export const isThrough = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'done' || state === 'undoing' || state === 'undone';

export const plannedColumn = ({ name, field, unit }: RunFile['columns'][number]) =>
  field === null ? [] : [{ name, field, unit: unit ?? undefined }];

/** The plan as it is, in which a change replaces a part. */
export const planOf = (run: Run): Plan => ({
  revision: run.revision,
  files: run.files
    .filter(({ state }) => state === 'clean')
    .map(({ id, kind, columns }) => ({
      ...{ id, kind },
      columns: columns.flatMap(plannedColumn),
    })),
  meanings: run.meanings,
  constants: run.constants,
  leftOut: run.problems.filter(({ isLeftOut }) => isLeftOut).map(({ key }) => key),
  totals: run.totals.flatMap(({ figure, given }) => (given === null ? [] : [{ figure, amount: given }])),
});
