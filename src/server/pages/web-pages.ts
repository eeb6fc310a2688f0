import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeskAddress } from '../../shared/desk-start.ts';
import { pageAt } from '../../shared/page-at.ts';
import { PAGE_FILES, type PageFile } from '../../shared/page-files.ts';
import { PAGES } from '../../shared/pages.ts';

/** Text that is part of the page's HTML already, and not something to show. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON inside a script element: the browser must not find the end of the element in it. */
export const jsonForPage = (value: unknown): Html =>
  new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** What stands in place of each placeholder. */
type Fill = Readonly<Record<`__${string}__`, string | Html>>;

/** Reads the pages of the built app, ready to be filled in. */
export async function readPages(folder: string) {
  const read = async ([name, file]: readonly [string, string]) =>
    [name, await readFile(path.join(folder, file), 'utf8')] as const;
  const pages = Object.fromEntries(await Promise.all(Object.entries(PAGE_FILES).map(read))) as Record<
    PageFile,
    string
  >;
  return (name: PageFile, fill: Fill): string =>
    pages[name].replaceAll(/__[A-Z_]+__/g, (slot) => htmlOf(fill[slot as keyof Fill] ?? ''));
}

/** The file that a browser gets first at an address. The app may then show another page in its place. */
export function pageFileAt(url: string, hasSession: boolean): PageFile {
  const [pathname = '', query] = url.split('?', 2);
  if (isDeskAddress(pathname)) return hasSession ? 'desk' : 'empty';
  const page = pageAt(pathname);
  const isSignIn = page === 'start' || page === 'signIn';
  // A ticket signs in without a form.
  if (isSignIn && !hasSession && !new URLSearchParams(query).has('ticket')) return 'signIn';
  if (!hasSession || page === undefined || PAGES[page].audience !== 'signed in') return 'empty';
  return page === 'dashboard' ? 'dashboard' : 'signedIn';
}

/** True when the address contains a login name, which takes precedence over the user that the browser remembers. */
export const bringsName = (url: string): boolean =>
  new URLSearchParams(url.split('?', 2)[1]).has('user_email');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const htmlOf = (content: string | Html): string =>
  content instanceof Html ? content.text : escapeHtml(content);

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
