import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { Pages } from '../../shared/pages.ts';

const SHAPE = /^[\w-]{1,200}$/;

type OpenedByLink = Extract<Pages[keyof Pages], { takesToken: true }>['path'];

export interface TokenOfLink {
  linkToken: string;
}

/**
 * The token of the link that opened a page; empty if there is none, or part of it is missing. The link has it in the fragment. From there it is
 * moved to the state of the history entry: out of the address bar and the browser's list of pages, and still known after a reload
 * and on the way back to the page. `inQuery` is the token of a link in the specification's form.
 */
export function takeLinkToken(
  to: OpenedByLink,
  { hash, state }: Pick<ParsedLocation, 'hash' | 'state'>,
  inQuery?: string,
): TokenOfLink {
  const given = inQuery ?? hash;
  if (given !== '')
    throw redirect({ to, hash: '', replace: true, state: { linkToken: SHAPE.test(given) ? given : '' } });
  return { linkToken: state.linkToken ?? '' };
}
