export const NOTE_KINDS = ['Activity', 'Collection', 'Offer', 'Ready2Fund'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** Offer and Activity notes are only for the funder. */
export const NOTE_KINDS_FOR_INVESTORS = ['Collection', 'Ready2Fund'] as const satisfies readonly NoteKind[];

export const isForInvestors = (kind: NoteKind): boolean =>
  NOTE_KINDS_FOR_INVESTORS.some((shown) => shown === kind);
