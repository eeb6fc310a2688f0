import type { deskSubmissionsContract } from '../../../shared/contract/desk-submissions.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { isOpenForParticipation, readShareLeft } from '../../book/share-left.ts';
import { withSubjects } from './desk-links.ts';
import { readInvitesOfOffer } from './invites-of-offer.queries.ts';
import { listLinks } from './listed-links.ts';
import { listSubmissions, readSubmission } from './submissions.queries.ts';

/** More links than this to one offer are not shown with it. They are all among the links. */
const MOST_LINKS = 25;

export const submissionsHandlers = (): Handlers<typeof deskSubmissionsContract> => ({
  submissions: ({ query, caller: { tenantId }, tx }) => listSubmissions(tx, tenantId, query),

  async submission({ params: { offerId }, caller: { tenantId }, tx }) {
    const { offerStatus, capPercent, ...submission } = await readSubmission(tx, tenantId, offerId);
    const cap = rate(capPercent);
    const left = await readShareLeft(tx, tenantId, submission.dealId, capPercent);
    const { links } = await listLinks(tx, tenantId, { kind: 'offer', subjectId: offerId }, MOST_LINKS);
    return {
      ...submission,
      isOpen: offerStatus === OFFER_STATUS.made && submission.brokerEmail !== null,
      isOpenForParticipation: isOpenForParticipation(submission.dealStatus, offerStatus),
      capPercent: cap,
      takenPercent: cap.minus(left),
      leftPercent: left,
      links: await withSubjects(tx, tenantId, links),
      invites: await readInvitesOfOffer(tx, tenantId, offerId),
    };
  },
});
