import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { officeTime, overnight, type Row } from '../book.ts';
import type { Desk } from '../funders/people.ts';
import type { StaffMember } from '../funders/users.ts';
import type { OpenSubmission } from '../underwriting/submissions.ts';
import { type Deal, nextProcessorOf } from './deal.ts';

interface Office {
  readonly tenantId: string;
  staff?(desk: Desk): StaffMember;
}

const DESK_OF_STATUS: Readonly<Record<string, Desk>> = {
  'Payment Temporarily Suspended': 'Servicing',
  'Payment Modified': 'Servicing',
  'Early Pay Discount': 'Servicing',
  'Referred To Legal': 'Collections',
  Settled: 'Collections',
  'Write-off': 'Collections',
};

/** The deal's statuses from the broker's acceptance to today. Automatic changes have no author. */
export function statusRows(office: Office, deal: Deal): Row<'dealStatusChanges'>[] {
  const accepted = acceptanceRows(office, deal.id, deal.acceptedOn);
  const serviced = deal.account.statusChanges.map(({ date, status, reason }, order) => {
    const desk = DESK_OF_STATUS[status];
    return {
      ...statusRow(office, deal.id, status, overnight(date, order)),
      reason,
      changedBy: desk ? (office.staff?.(desk).id ?? null) : null,
    };
  });
  return [...accepted, ...serviced];
}

export function submissionStatusRows(office: Office, submission: OpenSubmission): Row<'dealStatusChanges'>[] {
  if (submission.status === 'Contract Request')
    return acceptanceRows(office, submission.id, submission.submittedOn);
  return [statusRow(office, submission.id, submission.status, officeTime(submission.submittedOn, 40))];
}

function acceptanceRows(office: Office, dealId: bigint, on: CalendarDate): Row<'dealStatusChanges'>[] {
  return [
    statusRow(office, dealId, 'Request Price Adjustment', officeTime(on, 400)),
    statusRow(office, dealId, 'Contract Request', officeTime(on, 401)),
  ];
}

function statusRow(
  office: Office,
  dealId: bigint,
  status: Row<'dealStatusChanges'>['status'],
  changedAt: string,
): Row<'dealStatusChanges'> {
  return {
    tenantId: office.tenantId,
    dealId,
    status,
    nextProcessorRole: nextProcessorOf(status),
    reason: null,
    changedBy: null,
    changedAt,
  };
}
