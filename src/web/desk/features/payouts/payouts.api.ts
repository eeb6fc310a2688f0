import { useQuery } from '@tanstack/react-query';
import { deskChangeNoticesContract } from '../../../../shared/contract/desk-change-notices.ts';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';

const KEY = 'desk-payouts';

export type Payouts = Output<typeof deskPayoutsContract.runs>;
export type ListedRun = Payouts['runs'][number];
export type DuePayDate = Payouts['due'][number];
export type Originator = NonNullable<Payouts['originator']>;
export type Run = Output<typeof deskPayoutsContract.run>;
export type RunItem = Run['items'][number];

export type ChangeNotice = Output<typeof deskChangeNoticesContract.notices>['notices'][number];

export const useChangeNotices = () =>
  useQuery({ queryKey: [KEY, 'notices'], queryFn: () => call(deskChangeNoticesContract.notices, {}) });

export const usePayouts = () =>
  useQuery({ queryKey: [KEY, 'list'], queryFn: () => call(deskPayoutsContract.runs, {}) });

export const useRun = (runId: bigint) =>
  useQuery({
    queryKey: [KEY, 'one', runId.toString()],
    queryFn: () => call(deskPayoutsContract.run, { params: { runId } }),
  });
