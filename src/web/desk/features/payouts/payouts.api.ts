import { useQuery } from '@tanstack/react-query';
import { deskChangeNoticesContract } from '../../../../shared/contract/desk-change-notices.ts';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { deskReturnsContract } from '../../../../shared/contract/desk-returns.ts';
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

export type ReturnFile = Output<typeof deskReturnsContract.file>;
export type ListedReturnFile = Output<typeof deskReturnsContract.files>['files'][number];
export type ReturnEntry = ReturnFile['entries'][number];

export const useReturnFiles = () =>
  useQuery({ queryKey: [KEY, 'return files'], queryFn: () => call(deskReturnsContract.files, {}) });

export const useReturnFile = (fileId: bigint) =>
  useQuery({
    queryKey: [KEY, 'return file', fileId.toString()],
    queryFn: () => call(deskReturnsContract.file, { params: { fileId } }),
  });

/** Read anew whenever it is asked: what it tells is what is taken back. */
export const useTakeBack = (itemId: bigint) =>
  useQuery({
    queryKey: [KEY, 'take back', itemId.toString()],
    queryFn: () => call(deskReturnsContract.previewTakeBack, { params: { itemId } }),
    gcTime: 0,
  });
