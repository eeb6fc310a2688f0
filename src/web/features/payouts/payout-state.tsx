import type { StatusTone } from '../../../shared/domain/deal-status.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import type { PayDate } from './payouts.api.ts';

type State = PayDate['state'];

const TONES: Readonly<Record<State, [StatusTone, string]>> = {
  scheduled: ['closed', 'Scheduled'],
  'on its way': ['watch', 'On its way'],
  paid: ['good', 'Paid'],
  held: ['watch', 'Held'],
  blocked: ['bad', 'Not sent'],
  returned: ['bad', 'Returned'],
  carried: ['watch', 'Carried over'],
};

/** What has become of a payout. A payout that was not sent by a run is expected to be paid on its day, so that is not said. */
export function PayoutChip({ day: { state, traceNumber } }: { day: PayDate }) {
  const [tone, label] = TONES[state];
  return state === 'paid' && traceNumber === null ? null : <Chip tone={tone}>{label}</Chip>;
}

/** What there is to know about it, and the number by which the banks find it; null where there is nothing. */
export const aboutPayout = ({ words, traceNumber }: PayDate): string | null =>
  [words, traceNumber && `Trace number ${traceNumber}`].filter(Boolean).join(' ') || null;
