import { FILE_REFUSALS, type FileRefusal } from './offer-files.ts';

/** What a spreadsheet is dropped for. */
export const SHEET_PURPOSES = ['payments of a day', 'import'] as const;
export type SheetPurpose = (typeof SHEET_PURPOSES)[number];

export const MAX_SHEETS_PER_DAY = 200;

const OWN_WORDS: Partial<Record<FileRefusal, string>> = {
  type_not_allowed: 'Only csv and xlsx files can be read. Save the file as one of them.',
  has_active_content:
    'The file holds macros, programs or other files, or loads them from elsewhere. Save the sheet as csv.',
  unpacks_too_large: 'The file takes too much memory or time to read. Save the sheet as csv, or split it.',
};

/** Why a spreadsheet was not taken. */
export const sheetRefusalWords = (refusal: FileRefusal): string =>
  OWN_WORDS[refusal] ?? FILE_REFUSALS[refusal];
