import { type Pace, WATCHED_DAYS, type WatchReason } from './deal-standing.ts';
import type { DealStatus, StatusTone } from './deal-status.ts';
import { returnCodeWords } from './return-codes.ts';

export interface WatchedReason {
  reason: WatchReason;
  code: string | null;
  missed: number | null;
  pacePercent: number | null;
  isOfAllDebits: boolean;
}

/** In whole percent, rounded down, so that a pace under the limit never reads as the limit. */
export const pacePercent = ({ cleared, asked }: Pace): number =>
  asked <= 0n || cleared >= asked ? 100 : cleared <= 0n ? 0 : Number((cleared * 100n) / asked);

/** Why a deal is on the watchlist, in a few words. */
export function watchWords(watched: WatchedReason, status: DealStatus): string {
  switch (watched.reason) {
    case 'status':
      return status;
    case 'refused':
      return returnCodeWords(watched.code ?? '');
    case 'missed':
      return `${watched.missed ?? 0} debits missed in a row`;
    case 'slow': {
      const debits = watched.isOfAllDebits ? 'its debits so far' : `the last ${WATCHED_DAYS} debits`;
      return `paid ${watched.pacePercent ?? 0}% of ${debits}`;
    }
    case 'paused':
      return 'paused';
    case 'modified':
      return 'terms modified';
  }
}

const BAD: ReadonlySet<WatchReason> = new Set(['status', 'refused', 'missed']);

export const watchTone = (reason: WatchReason): StatusTone => (BAD.has(reason) ? 'bad' : 'watch');
