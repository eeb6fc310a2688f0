import { ratioPercent } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import type { Standing } from './deal-page.api.ts';

/** The part of the last debits that cleared, in words; 'a part' while there is no pace yet. */
export const pacePercent = (pace: Standing['pace']): string =>
  pace === null ? 'a part' : formatPercent(ratioPercent(pace.cleared, pace.asked));
