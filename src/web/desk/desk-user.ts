import { queryOptions, useQuery } from '@tanstack/react-query';
import { deskContract } from '../../shared/contract/desk.ts';
import type { StaffPermission } from '../../shared/domain/staff-permissions.ts';
import { call } from '../lib/call.ts';
import { answerInPage, beginningWith } from '../lib/first-answers.ts';

const deskUserQuery = queryOptions({
  queryKey: ['desk-user'],
  queryFn: () => call(deskContract.deskUser, {}),
  ...beginningWith(() => answerInPage(deskContract.deskUser, {})),
});

/** Who is signed in at the desk, for every page of it. */
export const useDeskUser = () => useQuery(deskUserQuery);

export const useMay = (permission: StaffPermission): boolean =>
  useDeskUser().data?.permissions.includes(permission) ?? false;
