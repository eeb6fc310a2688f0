import path from 'node:path';
import { build, type Rolldown, type UserConfig } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The modules that a page begins with. Everything else that is imported dynamically is opened later. */
const TABLES = ['simple-view', 'detailed-view', 'deals-view', 'payouts-view'];
const DASHBOARD = ['dashboard-screen', ...TABLES];
const SIGNED_IN = [
  'app-shell',
  ...DASHBOARD,
  'fcs-page',
  'deal-screen',
  'documents-screen',
  'profile-screen',
  'pre-funding-page',
  'adjustment-page',
];
const BY_LINK = [
  'under-link',
  'offer-page',
  'bank-link-page',
  'bank-change-page',
  'invitation-page',
  'factor-reset-page',
];
const PAGES = new Set(['sign-in-screen', 'reset-page', ...SIGNED_IN, ...BY_LINK]);

/**
 * Of these chunks, what the desk needs too is a file of its own: the desk would load a whole page of the portal with it. Whatever such a
 * module imports is needed at the desk as well, so imports never lead back.
 */
const OF_ONE_PAGE = new Set(['tables', ...SIGNED_IN]);

/** The chunk of each module that only pages need. */
export type ChunkNames = ReadonlyMap<string, string>;

/**
 * Finds out by a first build which pages need which module, and combines modules into few chunks by it. The bundler's own splitting
 * makes a chunk for each set of pages, most of them small; its groups know nothing of pages, and files that imported each other ran in
 * a wrong order. Here a module never gets into a later chunk than a module that imports it: see chunkOf.
 */
export async function findPageChunks(config: UserConfig): Promise<ChunkNames> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return namesOf(output.filter((file) => file.type === 'chunk'));
}

function namesOf(chunks: readonly Chunk[]): ChunkNames {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (from: Chunk, found = new Set<Chunk>()): Set<Chunk> => {
    if (found.has(from)) return found;
    found.add(from);
    for (const name of from.imports) {
      const next = byFile.get(name);
      if (next) closure(next, found);
    }
    return found;
  };
  // What the desk needs besides never moves a module of the other pages into one of their other files.
  const opened = chunks.filter((chunk) => (chunk.isDynamicEntry || chunk.isEntry) && !isOfDesk(chunk));
  const needed = new Map(opened.map((chunk) => [nameOf(chunk), closure(chunk)]));
  const needing = new Map<Chunk, Set<string>>();
  for (const [name, all] of needed)
    for (const chunk of all) needing.set(chunk, (needing.get(chunk) ?? new Set()).add(name));
  const openers = openersOf(needed, byFile);
  const names = new Map<string, string>();
  const atDesk = new Set(chunks.filter(isOfDesk).flatMap((page) => [...closure(page)]));
  for (const [chunk, by] of needing) {
    const name = chunkOf(by, openers);
    const isSplit = name !== null && OF_ONE_PAGE.has(name) && atDesk.has(chunk);
    if (name !== null) for (const id of chunk.moduleIds) names.set(id, isSplit ? `${name}-and-desk` : name);
  }
  nameDeskChunks(chunks.filter(isOfDesk), closure, (chunk) => needing.has(chunk), names);
  return names;
}

const isOfDesk = ({ facadeModuleId }: Chunk): boolean => facadeModuleId?.includes('/src/web/desk/') ?? false;

/** The desk's own modules: what it begins with, what several of its pages need, and each page. */
function nameDeskChunks(
  opened: readonly Chunk[],
  closure: (from: Chunk) => Set<Chunk>,
  isOfPortal: (chunk: Chunk) => boolean,
  names: Map<string, string>,
): void {
  const needing = new Map<Chunk, string[]>();
  for (const page of opened)
    for (const chunk of closure(page))
      if (!isOfPortal(chunk)) needing.set(chunk, [...(needing.get(chunk) ?? []), nameOf(page)]);
  for (const [chunk, by] of needing) {
    // The day begins on the board, so what it shares with other pages comes with the desk, and not with all that those share.
    const isShared = by.length > 1;
    const isOfAll =
      by.includes('open-desk') || by.includes('desk-shell') || (isShared && by.includes('board-page'));
    const name = isOfAll ? 'desk' : isShared ? 'desk-pages' : null;
    if (name !== null) for (const id of chunk.moduleIds) names.set(id, name);
  }
}

const nameOf = ({ facadeModuleId, fileName }: Chunk): string =>
  path.basename(facadeModuleId ?? fileName).replace(/\.\w+$/, '');

/** The pages from which each part can be opened, directly or from another part. */
function openersOf(needed: ReadonlyMap<string, Set<Chunk>>, byFile: ReadonlyMap<string, Chunk>) {
  const opens = (name: string): string[] =>
    [...(needed.get(name) ?? [])].flatMap(({ dynamicImports }) =>
      dynamicImports.flatMap((file) => {
        const chunk = byFile.get(file);
        return chunk ? [nameOf(chunk)] : [];
      }),
    );
  const openers = new Map<string, Set<string>>();
  for (const page of needed.keys()) {
    if (!PAGES.has(page)) continue;
    const found = new Set<string>();
    const walk = (name: string) => {
      for (const part of opens(name)) {
        if (found.has(part) || PAGES.has(part)) continue;
        found.add(part);
        walk(part);
      }
    };
    walk(page);
    for (const part of found) openers.set(part, (openers.get(part) ?? new Set()).add(page));
  }
  return openers;
}

/**
 * What a module imports is needed wherever the module is needed, and perhaps elsewhere. So imports lead to the same chunk, to one of
 * a larger set of pages, or to one that the bundler makes for exactly its pages, and never back.
 */
export function chunkOf(
  needing: ReadonlySet<string>,
  openers: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const pages = [...needing].filter((name) => PAGES.has(name));
  const count = (names: readonly string[]) => pages.filter((name) => names.includes(name)).length;
  const has = (name: string) => needing.has(name);
  if (has('index') || has('open-portal')) return null;
  if (has('sign-in-screen') && pages.length > 1)
    return has('app-shell') || count(BY_LINK) > 0 ? 'everywhere' : 'forms';
  /** What is opened elsewhere too must not bring these pages with it. */
  const isOnlyIn = (those: readonly string[]) =>
    [...needing].every((name) =>
      PAGES.has(name)
        ? those.includes(name)
        : [...(openers.get(name) ?? [])].every((page) => those.includes(page)),
    );
  const isByLink = has('under-link') || has('offer-page');
  const isOfSeveral = count(SIGNED_IN) > 1 && !isOnlyIn(DASHBOARD);
  // What one page of each kind needs and nothing else is no reason for all the others to load it: uploading files.
  const isOfTwo = pages.length === 2 && has('offer-page') && has('adjustment-page');
  if (isOfTwo && isOnlyIn(pages)) return null;
  if (has('app-shell') || isOfSeveral || (count(SIGNED_IN) > 0 && isByLink))
    return isByLink ? 'pages' : 'signed-in';
  if (count(SIGNED_IN) === 0 && count(BY_LINK) > 1) return 'by-link';
  if (isOnlyIn(DASHBOARD)) {
    if (has('dashboard-screen')) return 'dashboard-screen';
    if (count(TABLES) > 1) return 'tables';
  }
  const [page, ...others] = pages;
  return page !== undefined && others.length === 0 && isOnlyIn([page]) ? page : null;
}
