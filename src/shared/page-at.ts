import { PAGES, PARAMETER, type PageName } from './pages.ts';

const NAMES = Object.keys(PAGES) as PageName[];

/** The page at a path, whatever its parameters are. */
export const pageAt = (pathname: string): PageName | undefined =>
  NAMES.find((name) => PATTERNS[name].test(pathname));

const PATTERNS = Object.fromEntries(NAMES.map((name) => [name, patternOf(PAGES[name].path)])) as Record<
  PageName,
  RegExp
>;

export function patternOf(path: string): RegExp {
  const segments = path.split('/').slice(1).filter(Boolean);
  const pattern = segments.map((segment) => {
    const [, required, optional] = PARAMETER.exec(segment) ?? [];
    if (required !== undefined) return '/[^/]+';
    return optional === undefined ? `/${segment}` : '(?:/[^/]+)?';
  });
  return new RegExp(`^${pattern.join('')}/?$`);
}
