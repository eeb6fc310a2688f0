export const NOTE_KINDS = ['Activity', 'Collection', 'Offer', 'Ready2Fund'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Offer and Activity notes are only for the funder, unless one is marked as visible to syndicates. */
export const NOTE_KINDS_FOR_INVESTORS = ['Collection', 'Ready2Fund'] as const satisfies readonly NoteKind[];

export const isForInvestors = (kind: NoteKind): boolean =>
  NOTE_KINDS_FOR_INVESTORS.some((shown) => shown === kind);

/** Whether every syndicate with a share of the deal sees a note. */
export const isSeenBySyndicates = (note: { kind: NoteKind; isForSyndicates: boolean }): boolean =>
  note.isForSyndicates || isForInvestors(note.kind);
