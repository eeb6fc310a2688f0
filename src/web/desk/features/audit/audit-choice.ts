import { AUDIT_ACTIONS, type AuditAction } from '../../../../shared/contract/audit-actions.ts';
import { addDays, type CalendarDate, isCalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';
import { startOfDay } from '../../ui/times.ts';

/** What is chosen on the page, as it stands in the address. Days are those of New York. */
export interface AuditChoice {
  from: CalendarDate | undefined;
  to: CalendarDate | undefined;
  /** The id of whoever did it: an address is personal, and would be in every log. */
  userId: string | undefined;
  action: AuditAction | undefined;
  subject: string | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const day = (value: unknown): CalendarDate | undefined => {
  const written = text(value);
  return written !== undefined && isCalendarDate(written) ? written : undefined;
};

export function useAuditChoice(): [AuditChoice, (change: Partial<AuditChoice>) => void] {
  const search = useDeskSearch();
  const navigate = useDeskNavigate();
  const choice: AuditChoice = {
    from: day(search['from']),
    to: day(search['to']),
    userId: /^\d{1,18}$/.test(String(search['by'])) ? String(search['by']) : undefined,
    action: AUDIT_ACTIONS.find((action) => action === search['action']),
    subject: text(search['subject']),
  };
  const choose = (change: Partial<AuditChoice>) => {
    const { userId: by, ...others } = { ...choice, ...change };
    navigate(deskAddress('audit', { search: { ...others, by } }), { replace: true });
  };
  return [choice, choose];
}

/** The choice as the server takes it: from the beginning of the first day to the end of the last. */
export const filterOf = ({ from, to, userId, ...others }: AuditChoice) => ({
  ...others,
  userId: userId === undefined ? undefined : BigInt(userId),
  since: from === undefined ? undefined : startOfDay(from),
  until: to === undefined ? undefined : startOfDay(addDays(to, 1)),
});
