const grouping = new Intl.NumberFormat('en-US');

/** For example '1,250'. */
export const groupedCount = (count: number): string => grouping.format(count);

/** For example '1 deal' or '1,250 deals'. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${groupedCount(count)} ${count === 1 ? singular : plural}`;
}
