import type { DownloadProgress } from '../../lib/download.ts';

/** Whole percents; none while nothing has come. */
export const percentOf = (progress: DownloadProgress | null): number =>
  Math.floor((progress?.part ?? 0) * 100);
