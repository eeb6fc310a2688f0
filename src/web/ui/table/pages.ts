const VISIBLE_PAGES = 7;

/** Up to seven page numbers, the current one in the middle where that is possible. */
export function visiblePages(page: number, pageCount: number): number[] {
  const shown = Math.min(VISIBLE_PAGES, pageCount);
  const centred = page - Math.floor(VISIBLE_PAGES / 2);
  const first = Math.max(1, Math.min(centred, pageCount - shown + 1));
  return Array.from({ length: shown }, (_, place) => first + place);
}
