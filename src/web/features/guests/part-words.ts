import type { GuestPart } from '../../../shared/domain/guest-parts.ts';

export const PART_WORDS: Readonly<Record<GuestPart, { name: string; about: string }>> = {
  statements: { name: 'Statements', about: 'The statement of each month' },
  documents: { name: 'Documents', about: 'The Schedule A of each deal and other files for you' },
  payouts: { name: 'Payouts', about: 'Every pay date, what each deal paid, and its spreadsheet' },
  tables: {
    name: 'Deals',
    about: 'The summary, the tables of your deals, each deal, and their spreadsheets',
  },
};
