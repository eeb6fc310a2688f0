/**
 * What became of an offer, as the desk says it. `sent`: a link to it is open. `opened`: and its page was opened. `expired`: the offer
 * itself, or the last of its links before anybody used it. `closed`: the broker declined it.
 */
export const SUBMISSION_STATES = ['made', 'sent', 'opened', 'accepted', 'expired', 'closed'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** What a syndicate said to an invite. `adjustment`: it asked accounting for something else. */
export const INVITE_ANSWERS = ['none', 'accepted', 'declined', 'adjustment'] as const;
export type InviteAnswer = (typeof INVITE_ANSWERS)[number];

/** The state of a file from a broker: how far the check has come, or that it belongs to the deal. */
export const BROKER_FILE_STATES = ['awaiting upload', 'checking', 'clean', 'refused', 'attached'] as const;
export type BrokerFileState = (typeof BROKER_FILE_STATES)[number];
