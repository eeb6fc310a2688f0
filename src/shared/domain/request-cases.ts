/** Waits for the funder, was answered, or is closed. What the investor writes opens it again. */
export const CASE_STATES = ['open', 'answered', 'done'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** What the funder's staff do about a case. */
export const CASE_ENTRY_KINDS = ['answer', 'taken', 'handed over', 'done', 'reopened'] as const;
export type CaseEntryKind = (typeof CASE_ENTRY_KINDS)[number];

/** Which cases the desk lists: those that wait, of whom, or by what became of them. */
export const CASE_FILTERS = ['open', 'mine', 'unowned', 'answered', 'done'] as const;
export type CaseFilter = (typeof CASE_FILTERS)[number];

/** What a thread is made of: what the investor wrote and answered, what the staff did, and changes of the invite. */
export const THREAD_KINDS = [
  'message',
  'accepted',
  'declined',
  'invite changed',
  ...CASE_ENTRY_KINDS,
] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/** What of a thread the investor sees: not who of the staff took it. */
export const INVESTOR_THREAD_KINDS: readonly ThreadKind[] = [
  'message',
  'accepted',
  'declined',
  'invite changed',
  'answer',
  'done',
  'reopened',
];

/** Of one person within a day, whether sent off or not. */
export const MAX_CASE_FILES_PER_DAY = 40;
