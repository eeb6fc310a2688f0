import { readFile } from 'node:fs/promises';
import path from 'node:path';

export type WebPage = keyof typeof FILES;

/** As the build writes them: the empty page, and those that arrive painted. */
const FILES = {
  empty: 'index.html',
  signIn: 'sign-in.html',
  rememberedSignIn: 'sign-in-remembered.html',
  signedIn: 'signed-in.html',
  dashboard: 'dashboard.html',
} as const;

/** Where the app has a page: see web/app/router.tsx. */
export const PAGE_ADDRESSES = [
  '/',
  '/login',
  '/reset_password_view',
  '/dashboard',
  '/profile',
  '/fcs/:deal',
  '/accounting_reply',
  '/accounting_reply/:invite',
  '/prefunding',
  '/prefunding/:invite',
  '/prefunding/:invite/:syndicate',
  '/prefunding/:invite/:syndicate/:history',
  '/plaid',
  '/bank_change/:token',
  '/offer/:offer/:token',
];

const SIGNED_IN = /^\/(dashboard|fcs|profile|prefunding|accounting_reply)(\/|$)/;

/** Texts by the placeholders that they take. */
type Fill = Readonly<Record<`__${string}__`, string>>;

/** The pages of the built app, ready to be filled in. */
export async function readPages(folder: string) {
  const read = async ([name, file]: readonly [string, string]) =>
    [name, await readFile(path.join(folder, file), 'utf8')] as const;
  const pages = Object.fromEntries(await Promise.all(Object.entries(FILES).map(read))) as Record<
    WebPage,
    string
  >;
  return (name: WebPage, fill: Fill): string =>
    pages[name].replaceAll(/__[A-Z_]+__/g, (slot) => escapeHtml(fill[slot as keyof Fill] ?? ''));
}

/** What a browser is likely to show at an address. It may turn out to be another page, which then takes its place. */
export function pageAt(url: string, hasSession: boolean): WebPage {
  const [pathname = '', query] = url.split('?', 2);
  const isEntry = pathname === '/' || pathname === '/login';
  // Nobody types anything where a ticket signs in.
  if (isEntry && !hasSession && !new URLSearchParams(query).has('ticket')) return 'signIn';
  if (!hasSession || !SIGNED_IN.test(pathname)) return 'empty';
  return pathname === '/dashboard' ? 'dashboard' : 'signedIn';
}

/** Whether the form asks for the name of whoever comes; an address that brings one knows better than the browser does. */
export const bringsName = (url: string): boolean =>
  new URLSearchParams(url.split('?', 2)[1]).has('user_email');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
