import type { threadEntry } from '../../../shared/contract/threads.ts';
import { loadSanitizer } from '../rich-text/rich-text.tsx';
import type { ShownEntry } from './thread-words.ts';

type Sent = import('zod/mini').output<typeof threadEntry>;

/** Makes what was written fit to be shown. The sanitizer is loaded with the first text. */
export async function shownEntries(entries: readonly Sent[]): Promise<ShownEntry[]> {
  const sanitize = entries.some(({ messageHtml }) => messageHtml !== null) ? await loadSanitizer() : null;
  return entries.map(({ messageHtml, ...entry }) => ({
    ...entry,
    html: messageHtml === null || !sanitize ? null : sanitize(messageHtml),
  }));
}
