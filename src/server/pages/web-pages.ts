import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PAGE_FILES, type PageFile } from '../../shared/page-files.ts';
import { PAGES } from '../../shared/pages.ts';
import { pageAt } from '../platform/http/page-paths.ts';

/** Texts by the placeholders that they take. */
type Fill = Readonly<Record<`__${string}__`, string>>;

/** The pages of the built app, ready to be filled in. */
export async function readPages(folder: string) {
  const read = async ([name, file]: readonly [string, string]) =>
    [name, await readFile(path.join(folder, file), 'utf8')] as const;
  const pages = Object.fromEntries(await Promise.all(Object.entries(PAGE_FILES).map(read))) as Record<
    PageFile,
    string
  >;
  return (name: PageFile, fill: Fill): string =>
    pages[name].replaceAll(/__[A-Z_]+__/g, (slot) => escapeHtml(fill[slot as keyof Fill] ?? ''));
}

/** The file that a browser gets first at an address. It may turn out to need another page, which then takes its place. */
export function pageFileAt(url: string, hasSession: boolean): PageFile {
  const [pathname = '', query] = url.split('?', 2);
  const page = pageAt(pathname);
  const isSignIn = page === 'start' || page === 'signIn';
  // Nobody types anything where a ticket signs in.
  if (isSignIn && !hasSession && !new URLSearchParams(query).has('ticket')) return 'signIn';
  if (!hasSession || page === undefined || PAGES[page].audience !== 'signed in') return 'empty';
  return page === 'dashboard' ? 'dashboard' : 'signedIn';
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
