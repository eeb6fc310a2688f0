import { DESK_PAGES, type DeskPageName } from './desk-pages.ts';
import { patternOf } from './page-at.ts';

export interface DeskPageAt {
  name: DeskPageName;
  /** The parameters of its path, as they stand there. */
  params: Readonly<Record<string, string>>;
}

const PATTERNS = Object.entries(DESK_PAGES).map(
  ([name, path]) => [name as DeskPageName, patternOf(path)] as const,
);

/** The page of the desk at a path. */
export function deskPageAt(pathname: string): DeskPageAt | undefined {
  for (const [name, pattern] of PATTERNS) {
    const found = pattern.exec(pathname);
    if (found) return { name, params: { ...found.groups } };
  }
  return undefined;
}
