import { queryOptions, useQuery } from '@tanstack/react-query';
import { deskSettingsContract } from '../../../../shared/contract/desk-settings.ts';
import { deskSignOnContract } from '../../../../shared/contract/desk-sign-on.ts';
import { deskTokensContract } from '../../../../shared/contract/desk-tokens.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';

export type AllSettings = Output<typeof deskSettingsContract.settings>;
export type SignOn = Output<typeof deskSignOnContract.signOn>;
export type ListedToken = Output<typeof deskTokensContract.tokens>['tokens'][number];

const settingsQuery = queryOptions({
  queryKey: ['desk-settings'],
  queryFn: () => call(deskSettingsContract.settings, {}),
});

export const useSettings = () => useQuery(settingsQuery);

export const useSignOn = () =>
  useQuery({ queryKey: ['desk-sign-on'], queryFn: () => call(deskSignOnContract.signOn, {}) });

export const useTokens = () =>
  useQuery({ queryKey: ['desk-tokens'], queryFn: () => call(deskTokensContract.tokens, {}) });
