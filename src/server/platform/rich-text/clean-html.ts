import sanitizeHtml from 'sanitize-html';

const SAFE_ADDRESS = /^(https:\/\/|mailto:)/i;

/**
 * Removes everything from a person's text that the editor cannot produce. It is cleaned before it is stored and again when it
 * is shown.
 */
export function cleanHtml(html: string): string {
  // PostgreSQL cannot store NUL, and nobody types it.
  return sanitizeHtml(html.replaceAll('\0', ''), {
    allowedTags: [
      ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
      ...['strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li'],
    ],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 30,
    transformTags: {
      a: (_name, { href = '' }) =>
        SAFE_ADDRESS.test(href)
          ? { tagName: 'a', attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' } }
          : { tagName: 'a', attribs: {} },
    },
  }).trim();
}

/** The same text as plain lines, for a mail. */
export function textOfHtml(html: string): string[] {
  const withBreaks = html.replace(/<(br|\/p|\/li|\/h\d|\/blockquote|\/pre|hr)[^>]*>/gi, '$&\n');
  const text = sanitizeHtml(withBreaks, { allowedTags: [], allowedAttributes: {} });
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

/** Decodes the entities that the sanitizer writes. */
const decodeEntities = (text: string) =>
  text.replace(/&(lt|gt|quot|amp|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity);
