import type { Book, Ids } from '../book.ts';
import type { BusinessDays } from '../business-days.ts';
import { type Broker, submissionRow } from '../deals/deal.ts';
import { type NoteBook, submissionNoteRows } from '../deals/notes.ts';
import { submissionStatusRows } from '../deals/status-history.ts';
import type { Funder } from '../funders/funder.ts';
import type { Random } from '../random.ts';
import { companiesBook } from '../underwriting/company.ts';
import { drawEarlierOffers, drawOffer, offerRow } from '../underwriting/offers.ts';
import type { StatementFiles } from '../underwriting/statements.ts';
import { drawSubmission, inviteRows } from '../underwriting/submissions.ts';
import { drawUnderwritingFile } from '../underwriting/underwriting-file.ts';
import { filesBook } from './underwriting-book.ts';

interface Desk {
  readonly funder: Funder;
  readonly days: BusinessDays;
  readonly brokers: readonly Broker[];
  readonly office: NoteBook;
  readonly count: number;
  /** How many MIDs have been assigned so far. */
  readonly midsUsed: number;
  readonly statementFiles: StatementFiles;
}

/** Submissions with an open offer. Every second one has been offered to syndicates. */
export function submissionsBook(random: Random, ids: Ids, desk: Desk): Book {
  const { funder, office } = desk;
  const { tenantId } = funder;
  const open = Array.from({ length: desk.count }, (_, index) => {
    const own = random.fork(index);
    const mid = `${funder.profile.midPrefix}${10_001 + desk.midsUsed + index}`;
    const drawn = drawSubmission(own, ids, { ...desk, mid });
    // The first firm always has an offer to accept.
    const submission = index === 0 ? { ...drawn, broker: desk.brokers[0] ?? drawn.broker } : drawn;
    const { company, terms, offeredOn } = submission;
    const file = drawUnderwritingFile(own, ids, { tenantId, company, contract: terms }, desk.statementFiles);
    const { positionNumber } = file;
    const offered = { terms, status: 'Offer Made', createdOn: offeredOn, positionNumber } as const;
    const earlier = drawEarlierOffers(own, ids, offered);
    const offer = drawOffer(own, ids, offered);
    const shown = { dealId: submission.id, offerId: offer.id, on: offeredOn };
    const invites = index % 2 === 0 ? inviteRows(own, funder, shown) : [];
    return { own, submission, file, offers: [...earlier, offer], invites };
  });
  return {
    ...companiesBook(
      tenantId,
      open.map(({ submission }) => submission.company),
    ),
    ...filesBook(open.map(({ file }) => file)),
    deals: open.map(({ submission }) => ({
      ...submissionRow(funder, submission, submission.status),
      syndicationCapPercent: submission.capPercent,
    })),
    dealStatusChanges: open.flatMap(({ submission }) => submissionStatusRows(office, submission)),
    dealNotes: open.flatMap(({ own, submission }) => submissionNoteRows(office, own, submission)),
    offers: open.flatMap(({ submission, offers }) =>
      offers.map((offer) => offerRow(tenantId, submission, offer)),
    ),
    participationInvites: open.flatMap(({ invites }) => invites),
  };
}
