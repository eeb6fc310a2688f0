import { type PdfObjects, type PdfValue, STREAM } from './pdf-objects.ts';
import { UnfitFile } from './verdict.ts';

type Dictionary = { [key: string]: PdfValue };

/** Actions that run something, send something, or open another file. */
const ACTIONS = new Set(
  [
    'Launch',
    'JavaScript',
    'SubmitForm',
    'ImportData',
    'GoToR',
    'GoToE',
    'Thread',
    'Rendition',
    'Movie',
    'Sound',
    'RichMediaExecute',
  ].map(named),
);
/** Other files, programs and forms with programs in them, wherever they are in the document. */
const KEYS = ['JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'RichMediaSettings'].map(named);
const TYPES = new Set(['EmbeddedFile', 'Filespec', 'F'].map(named));
const SUBTYPES = new Set(['RichMedia', 'Screen', 'Movie', 'Sound', '3D', 'FileAttachment', 'PS'].map(named));
/** What happens without anybody pressing anything may turn to a page, and do nothing else. */
const BY_ITSELF = new Set(['GoTo'].map(named));

function named(name: string): string {
  return `/${name}`;
}

/** Links to pages and addresses, as statements of banks have them; also a bare `www.bank.com`, as some programs write it. */
const LINK = /^(https?:\/\/|mailto:|tel:)|^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]|$)/i;

/** Requires that nothing in the document runs, sends, or opens another file, and that its links lead to web pages and mail. */
export function requireCalmObjects(objects: PdfObjects): void {
  const resolve = (value: PdfValue | undefined): PdfValue => {
    let found = value ?? null;
    // A reference may lead to another one, and in a hostile file in a circle.
    for (let steps = 0; steps < MAX_STEPS && typeof found === 'string'; steps += 1) {
      const next = objects.get(found);
      if (next === undefined) return found;
      found = next;
    }
    return found;
  };
  const left: PdfValue[] = [...objects.values()];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) requireCalm(value, resolve);
    for (const inner of Object.values(value)) left.push(inner);
  }
}

const MAX_STEPS = 20;

function requireCalm(dictionary: Dictionary, resolve: (value: PdfValue | undefined) => PdfValue): void {
  const of = (key: string) => resolve(dictionary[named(key)]);
  const has = (names: ReadonlySet<string>, key: string) => names.has(String(of(key)));
  const isActive =
    KEYS.some((key) => key in dictionary) ||
    has(ACTIONS, 'S') ||
    has(TYPES, 'Type') ||
    has(SUBTYPES, 'Subtype') ||
    // A stream whose content is in another file.
    (STREAM in dictionary && '/F' in dictionary) ||
    (of('S') === '/URI' && !LINK.test(textOf(of('URI')))) ||
    actsByItself(of('OpenAction'), resolve) ||
    Object.values(asDictionary(of('AA'))).some((action) => actsByItself(resolve(action), resolve));
  if (isActive) throw new UnfitFile('has_active_content');
}

const asDictionary = (value: PdfValue): Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** An action, and not a place in the document. */
function actsByItself(value: PdfValue, resolve: (value: PdfValue | undefined) => PdfValue): boolean {
  const kind = resolve(asDictionary(value)['/S']);
  return kind !== null && !BY_ITSELF.has(String(kind));
}

const textOf = (value: PdfValue): string => {
  const text = typeof value === 'string' ? value : '';
  return text.startsWith('b:')
    ? Buffer.from(text.slice(2), 'hex').toString('latin1')
    : text.replace(/^u:/, '');
};
