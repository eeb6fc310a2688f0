import {
  DEAL_STATUSES,
  type DealStatus,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from '../../../../shared/domain/deal-status.ts';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';

export const LISTED_STATUSES = [...DEAL_STATUSES, ...SUBMISSION_STATUSES] as const;

export interface DealChoice {
  search: string;
  status: DealStatus | SubmissionStatus | undefined;
  standing: 'watched' | undefined;
}

/** The router makes numbers of digits, and a MID may have nothing else. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Which deals are listed, as it stands in the address. */
export function useDealChoice(): [DealChoice, (change: Partial<DealChoice>) => void] {
  const search = useDeskSearch();
  const navigate = useDeskNavigate();
  const choice: DealChoice = {
    // Nothing with an @ is asked for, because addresses are kept in logs and e-mails do not belong there.
    search: textOf(search['search']).replaceAll('@', '').slice(0, 40),
    status: LISTED_STATUSES.find((status) => status === search['status']),
    standing: search['standing'] === 'watched' ? 'watched' : undefined,
  };
  const choose = (change: Partial<DealChoice>) =>
    navigate(deskAddress('deals', { search: { ...choice, ...change } }), { replace: true });
  return [choice, choose];
}
