import { DESK_PAGES, type DeskPageName } from './desk-pages.ts';
import { patternOf } from './page-at.ts';

const PATTERNS = Object.entries(DESK_PAGES).map(
  ([name, path]) => [name as DeskPageName, patternOf(path)] as const,
);

/** The page of the desk at a path. */
export const deskPageAt = (pathname: string): DeskPageName | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(pathname))?.[0];
