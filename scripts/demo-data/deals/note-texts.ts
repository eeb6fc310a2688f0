import type { DealStatus } from '../../../src/shared/domain/deal-status.ts';
import type { Desk } from '../funders/people.ts';
import type { Random } from '../random.ts';

/** The note that is added when a deal changes its status, and the role of its author. */
export function collectionTexts(
  random: Random,
  status: DealStatus,
  reason: string,
  owner: string,
): [Desk, string] {
  const texts: Readonly<Record<DealStatus, readonly [Desk, readonly string[]]>> = {
    'Active Advance': [
      'Servicing',
      [`${reason}. ${owner} confirmed by phone.`, `${reason}. Debits set up again from tomorrow.`],
    ],
    'Payment Temporarily Suspended': [
      'Servicing',
      [
        `Debits paused. ${reason}, documents received from ${owner}.`,
        `${reason}. Pause approved, review in two weeks.`,
      ],
    ],
    'Payment Modified': [
      'Servicing',
      [
        `${reason}. Statements show revenue down, request is fair.`,
        `${reason}. ${owner} sent the last two months.`,
      ],
    ],
    'Partial Payment': [
      'Servicing',
      [
        `${reason}. Agreed on half payments with ${owner} for now.`,
        `${reason}. Second call, ${owner} promises to catch up.`,
      ],
    ],
    Default: [
      'Servicing',
      [
        `${reason}. Account blocked, no answer from ${owner}.`,
        `${reason}. Default notice sent by certified mail.`,
      ],
    ],
    Collections: [
      'Collections',
      [
        `${reason}. Spoke to ${owner}, asks for a settlement figure.`,
        `${reason}. Guarantor reached, UCC letters to the processor prepared.`,
        `${reason}. Business still open per site visit, new account suspected.`,
      ],
    ],
    'Referred To Legal': [
      'Collections',
      [`${reason}. Counsel expects a lien on receivables.`, `${reason}. File sent to counsel.`],
    ],
    Settled: [
      'Collections',
      [`${reason}. Release sent to ${owner}.`, `${reason}. Settlement approved, file closed.`],
    ],
    'Write-off': [
      'Collections',
      [
        `${reason}. Business closed, guarantor without assets.`,
        `${reason}. Bankruptcy filed, claim entered.`,
      ],
    ],
    'Early Pay Discount': [
      'Servicing',
      [`${reason}. Letter signed by ${owner}.`, `${reason}. ${owner} sold equipment and wants to close.`],
    ],
    'Complete with discount': [
      'Accounting',
      [`${reason}. Zero balance letter issued.`, `${reason}. Discount booked, file closed.`],
    ],
    'Advance Completed': [
      'Accounting',
      [`${reason}. Zero balance letter issued.`, `${reason}. File closed.`],
    ],
    Cancelled: ['Accounting', [`${reason}. Syndicates repaid, commission taken back.`]],
  };
  const [desk, choices] = texts[status];
  return [desk, random.pick(choices)];
}
