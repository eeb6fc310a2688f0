import type { LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import type { StatusTone } from '../../../../shared/domain/deal-status.ts';

export const VERDICT_NAMES: Readonly<Record<LineVerdict, string>> = {
  refused: 'Refused',
  suspected: 'Suspected twice',
  'left out': 'Left out',
  'posted before': 'Posted before',
  'will post': 'Will post',
};

export const VERDICT_TONES: Readonly<Record<LineVerdict, StatusTone>> = {
  refused: 'bad',
  suspected: 'watch',
  'left out': 'closed',
  'posted before': 'closed',
  'will post': 'good',
};
