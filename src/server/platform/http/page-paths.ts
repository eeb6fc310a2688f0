import { PAGES, PAGES_WITH_FORMER_LINKS, PARAMETER, type PageName, pathOf } from '../../../shared/pages.ts';

const NAMES = Object.keys(PAGES) as PageName[];

/** The desk tells its own pages apart. */
const DESK_PATHS = ['/desk', '/desk/*'];

/** Every page's path as Fastify writes it (`:name`), once for each optional parameter that may be left out. */
export const ROUTE_PATHS: readonly string[] = [
  ...NAMES.flatMap((name) => routePaths(PAGES[name].path)),
  ...DESK_PATHS,
];

/** The paths of links in mails that were sent before the token moved to the fragment. */
export const FORMER_LINKS = PAGES_WITH_FORMER_LINKS.map((page) => ({ page, path: `${pathOf(page)}/:token` }));

function routePaths(path: string): string[] {
  const segments = path.split('/').slice(1);
  const firstOptional = segments.findIndex((segment) => segment.startsWith('{'));
  const shortest = firstOptional === -1 ? segments.length : firstOptional;
  return Array.from({ length: segments.length - shortest + 1 }, (_, more) => {
    const written = segments.slice(0, shortest + more).map((segment) => segment.replace(PARAMETER, ':$1$2'));
    return `/${written.join('/')}`;
  });
}
