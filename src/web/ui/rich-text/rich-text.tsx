import classes from './rich-text.module.css';
import type { SafeHtml } from './safe-html.ts';

/** Loaded with the first text that needs it. Await it in parallel with the request for the text. */
export const loadSanitizer = async () => (await import('./sanitizer.ts')).sanitize;

interface RichTextProps {
  html: SafeHtml;
}

/** Text that was written in an editor. */
export function RichText({ html }: RichTextProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the type says that it is sanitized.
  return <div className={classes['text']} dangerouslySetInnerHTML={{ __html: html }} />;
}
