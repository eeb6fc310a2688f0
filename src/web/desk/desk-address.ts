import { useRouter, useRouterState } from '@tanstack/react-router';
import { DESK_PAGES, type DeskPageName } from '../../shared/desk-pages.ts';

type Values = Readonly<Record<string, string | bigint | undefined>>;

/** The address of a page of the desk, with its parameters filled in and what is chosen on it. */
export function deskAddress(page: DeskPageName, { params = {}, search = {} }: DeskTarget = {}): string {
  const path = DESK_PAGES[page].replaceAll(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const chosen = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return chosen.length > 0 ? `${path}?${new URLSearchParams(chosen)}` : path;
}

export interface DeskTarget {
  params?: Values;
  search?: Values;
}

/** Goes to an address of the desk. With `replace` the way back leads past the present one. */
export function useDeskNavigate() {
  const { history } = useRouter();
  return (address: string, { replace = false } = {}) =>
    replace ? history.replace(address) : history.push(address);
}

export const useDeskPath = (): string => useRouterState({ select: ({ location }) => location.pathname });

export const useDeskSearch = (): Readonly<Record<string, unknown>> =>
  useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
