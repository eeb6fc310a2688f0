import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../shared/contract/endpoint.ts';
import { profileContract } from '../../shared/contract/profile.ts';
import { call } from '../lib/call.ts';
import { answerInPage, beginningWith } from '../lib/first-answers.ts';
import { keep } from '../lib/kept-in-browser.ts';
import { useSession } from './use-session.ts';

export type PortalUser = Output<typeof profileContract.portalUserProfile>[0];
export type Syndicate = PortalUser['syndicate'];

// Not in a feature, because the top bar, the dashboard and the profile all show the user.
const portalUserQuery = (userId: bigint) =>
  queryOptions({
    queryKey: ['portal-user', userId.toString()],
    queryFn: async (): Promise<PortalUser> => {
      const [user] = await call(profileContract.portalUserProfile, {
        params: { userId },
        query: { syndicateId: undefined },
      });
      keep('lastSyndicateId', user.syndicate.id.toString());
      return user;
    },
    ...beginningWith(() => {
      const user = answerInPage(profileContract.portalUserProfile, {
        params: { userId },
        query: { syndicateId: undefined },
      })?.[0];
      if (user) keep('lastSyndicateId', user.syndicate.id.toString());
      return user;
    }),
  });

/** For a manager: another syndicate of the funder, with that syndicate's first user. */
const switchedProfileQuery = (userId: bigint, syndicateId: bigint | null) =>
  queryOptions({
    queryKey: ['portal-user', userId.toString(), String(syndicateId)],
    enabled: syndicateId !== null,
    queryFn: async (): Promise<PortalUser> => {
      const query = { syndicateId: syndicateId ?? undefined };
      const [user] = await call(profileContract.portalUserProfile, { params: { userId }, query });
      return user;
    },
  });

const userPermissionsQuery = (userId: bigint) =>
  queryOptions({
    queryKey: ['user-permissions', userId.toString()],
    queryFn: async () => {
      const [{ permissions }] = await call(profileContract.userPermissions, { params: { userId } });
      return permissions;
    },
    ...beginningWith(
      () => answerInPage(profileContract.userPermissions, { params: { userId } })?.[0].permissions,
    ),
  });

export const usePortalUser = () => useQuery(portalUserQuery(useSession().userId));

export const useSwitchedProfile = (syndicateId: bigint | null) =>
  useQuery(switchedProfileQuery(useSession().userId, syndicateId));

/** The permissions that the user holds, for showing and hiding; the server checks again. */
export const useUserPermissions = () => useQuery(userPermissionsQuery(useSession().userId));
