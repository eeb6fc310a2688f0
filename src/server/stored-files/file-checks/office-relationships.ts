import { posix } from 'node:path';
import { UnfitFile } from './verdict.ts';

/** How a part of an office file refers to another part, or to something outside the file. */
interface Relationship {
  type: string;
  target: string;
  isExternal: boolean;
}

const ELEMENT = /<(?:\w+:)?Relationship\s((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)\/?>/g;
/** A name is looked for from its beginning alone, or a long word that is none would be read again from each of its letters. */
const ATTRIBUTE = /(?<![\w:])([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** What else a list of relationships consists of. */
const AROUND = /<\?xml [^<>]*\?>|<\/?(?:\w+:)?Relationships\b[^<>]*>|<\/(?:\w+:)?Relationship\s*>|\s/g;
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/g;
const OTHER_ENCODING = /^\s*<\?xml [^>]*encoding\s*=\s*["'](?!utf-8["']|us-ascii["'])/i;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Only UTF-8, as every program writes it, so that nothing is read here in another way than by the program that opens the file. */
export function decodeText(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!OTHER_ENCODING.test(text) && !text.includes('\0') && !/<!(DOCTYPE|ENTITY|\[CDATA)/i.test(text))
      return text;
  } catch {
    // Refused below.
  }
  throw new UnfitFile('unreadable');
}

function readRelationships(text: string): Relationship[] {
  const written = text.replaceAll(COMMENT, '');
  // Anything else might be read by a more lenient program as a relationship that was not seen here.
  if (written.replaceAll(ELEMENT, '').replaceAll(AROUND, '') !== '') throw new UnfitFile('unreadable');
  return Array.from(written.matchAll(ELEMENT), ([, inside = '']) => {
    const attributes = Object.fromEntries(
      Array.from(inside.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
        name,
        plain(double ?? single ?? ''),
      ]),
    );
    return {
      type: (attributes['Type'] ?? '').trim(),
      target: (attributes['Target'] ?? '').trim(),
      isExternal: attributes['TargetMode']?.trim().toLowerCase() === 'external',
    };
  });
}

const plain = (value: string): string =>
  value.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? all;
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    },
  );

/** Links that a reader has to press, and that open in a browser or a mail program. */
const LINK_TYPE = /\/hyperlink$/i;
const LINK_TARGET = /^(https?:\/\/|mailto:)/i;
/** Parts that run, or that are loaded as something else than a part of a document. */
const ACTIVE_TYPE =
  /\/(attachedTemplate|attachedToolbars|oleObject|control|activeXControlBinary|vbaProject|wordVbaData|aFChunk|frame|subDocument|xlMacrosheet|xlIntlMacrosheet|dialogsheet|connections|externalLinkPath|customization|extensibility|ui\/\w+)$/i;
const LEADS_OUTSIDE = /^([a-z][a-z0-9+.-]*:|\/\/|\\)/i;
const CHART_RELATIONSHIPS = /^(word|xl)\/charts\/_rels\/[^/]+\.rels$/i;

/**
 * Refuses relationships that load something from elsewhere or run something, and returns the books of charts that are referred to. Links
 * to web pages and mail addresses are allowed, because honest documents have them and nothing follows them by itself.
 */
export function requireRelationships(partName: string, bytes: Buffer): string[] {
  const books: string[] = [];
  for (const { type, target, isExternal } of readRelationships(decodeText(bytes))) {
    if (isExternal) {
      if (!LINK_TYPE.test(type) || !LINK_TARGET.test(target)) throw new UnfitFile('has_active_content');
    } else {
      if (ACTIVE_TYPE.test(type) || LEADS_OUTSIDE.test(target)) throw new UnfitFile('has_active_content');
      if (/\/package$/i.test(type)) {
        if (!CHART_RELATIONSHIPS.test(partName)) throw new UnfitFile('has_active_content');
        books.push(targetPart(partName, target));
      }
    }
  }
  return books;
}

/** The name of the part that a target means. It is relative to the folder of the part that has the relationships. */
const targetPart = (relationshipsName: string, target: string): string =>
  posix.join('/', posix.dirname(posix.dirname(relationshipsName)), target.replace(/^\//, '/')).slice(1);
