import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';

interface NothingPaidProps {
  payDate: CalendarDate;
}

/** The address may contain a day without a payout. */
export function NothingPaid({ payDate }: NothingPaidProps) {
  return (
    <EmptyState
      title={`Nothing was paid on ${formatDate(payDate)}`}
      reason="It was no pay date, or no payment had cleared for it. Choose another one from the list."
    />
  );
}
