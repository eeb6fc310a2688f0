import type { DownloadProgress } from '../../lib/download.ts';

/** In whole percent; 0 while nothing has been received. */
export const percentOf = (progress: DownloadProgress | null): number =>
  Math.floor((progress?.part ?? 0) * 100);
