import type { DaySheetState, LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import type { StatusTone } from '../../../../shared/domain/deal-status.ts';

const VERDICT_NAMES: Readonly<Record<LineVerdict, string>> = {
  refused: 'Refused',
  'look at this': 'Look at this',
  suspected: 'Suspected twice',
  'left out': 'Left out',
  'posted before': 'Posted before',
  'will post': 'Will post',
};

/** Once the file is posted, what would post has. */
export const verdictName = (verdict: LineVerdict, state: DaySheetState): string =>
  verdict === 'will post' && state === 'posted' ? 'Posted' : VERDICT_NAMES[verdict];

export const VERDICT_TONES: Readonly<Record<LineVerdict, StatusTone>> = {
  refused: 'bad',
  'look at this': 'watch',
  suspected: 'watch',
  'left out': 'closed',
  'posted before': 'closed',
  'will post': 'good',
};
