import { sql } from 'kysely';
import { OFFER_STATUS } from '../../shared/domain/offer-status.ts';
import type { SubmissionState } from '../../shared/domain/submissions.ts';

/** Joins to an `offer` what became of the links to it. */
export const linksOfOffer = sql`
  cross join lateral (
    select bool_or(link.open) as any_open, bool_or(link.open and link.opened_at is not null) as any_opened,
      bool_or(link.late) as any_late
    from (
      select opened_at, used_at is null and revoked_at is null and expires_at > now() as open,
        used_at is null and revoked_at is null and expires_at <= now() as late
      from capability_links
      where tenant_id = offer.tenant_id and kind = 'offer' and subject_id = offer.id
    ) link
  ) sent`;

/** What became of an `offer`, with `linksOfOffer` beside it. */
export const stateOfOffer = sql<SubmissionState>`case offer.status
  when ${sql.lit(OFFER_STATUS.accepted)} then 'accepted'
  when ${sql.lit(OFFER_STATUS.declined)} then 'closed'
  when ${sql.lit(OFFER_STATUS.expired)} then 'expired'
  else case when sent.any_opened then 'opened' when sent.any_open then 'sent' when sent.any_late then 'expired'
    else 'made' end end`;

/** The statuses that an offer of each state can have, so that an index finds the few that are still open. */
export const STATUSES_OF_STATE: Readonly<Record<SubmissionState, readonly string[]>> = {
  made: [OFFER_STATUS.made],
  sent: [OFFER_STATUS.made],
  opened: [OFFER_STATUS.made],
  accepted: [OFFER_STATUS.accepted],
  expired: [OFFER_STATUS.made, OFFER_STATUS.expired],
  closed: [OFFER_STATUS.declined],
};
