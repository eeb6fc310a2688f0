import createDOMPurify from 'dompurify';
import { cleanHtmlWith } from '../../lib/trusted-html.ts';
import { KEPT_ATTRIBUTES, withoutOtherAttributes } from './kept-attributes.ts';
import type { SafeHtml } from './safe-html.ts';

// A separate instance, so that the hook applies to nothing else.
const purify = createDOMPurify(window);

purify.addHook('afterSanitizeAttributes', (node) => {
  if (!node.hasAttribute('href')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** What the editor produces, and nothing that runs, loads, submits or looks like a part of the portal. */
const ALLOWED = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'blockquote'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https:\/\/|mailto:)/i,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

cleanHtmlWith((html) =>
  purify.sanitize(withoutOtherAttributes(html), { ...ALLOWED, ALLOWED_ATTR: KEPT_ATTRIBUTES }),
);

export const sanitize = (html: string): SafeHtml =>
  purify.sanitize(withoutOtherAttributes(html), ALLOWED) as SafeHtml;
