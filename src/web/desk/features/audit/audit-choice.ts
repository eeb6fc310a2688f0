import { AUDIT_ACTIONS, type AuditAction } from '../../../../shared/contract/audit-actions.ts';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';

/** What is chosen on the page, as it stands in the address. Days are those of the reader's own time. */
export interface AuditChoice {
  from: string | undefined;
  to: string | undefined;
  /** The id of whoever did it: an address is personal, and would be in every log. */
  userId: string | undefined;
  action: AuditAction | undefined;
  subject: string | undefined;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const day = (value: unknown): string | undefined => {
  const written = text(value);
  return written !== undefined && DAY.test(written) && !Number.isNaN(Date.parse(written))
    ? written
    : undefined;
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
  since: from === undefined ? undefined : new Date(`${from}T00:00`),
  until: to === undefined ? undefined : dayAfter(to),
});

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + 1);
  return date;
}
