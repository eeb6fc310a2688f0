import { payoutsContract } from '../../../shared/contract/payouts.ts';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { useDownload } from '../../ui/download/use-download.ts';

export interface PayDateOfSyndicate {
  syndicateId: bigint;
  payDate: CalendarDate;
}

/** Downloads every deal of the date as a spreadsheet. */
export function usePayDateDownload({ syndicateId, payDate }: PayDateOfSyndicate) {
  const done = `Payouts of ${formatDate(payDate)} downloaded`;
  const { state, start, cancel } = useDownload(payoutsContract.exportPayDate, done);
  return { state, start: () => void start({ body: { syndicateId, payDate } }), cancel };
}
