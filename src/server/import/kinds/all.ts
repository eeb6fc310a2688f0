import { IMPORT_KINDS, type ImportKind } from '../../../shared/contract/operator-imports.ts';
import type { Kind, KindDescription } from '../kind.ts';
import { addresses, brokers, companies, owners } from './companies.ts';
import { deals } from './deals.ts';
import { notes } from './notes.ts';
import { offers } from './offers.ts';
import { participations } from './participations.ts';
import { payments } from './payments.ts';
import { payoutAccounts } from './payout-accounts.ts';
import { syndicates } from './syndicates.ts';
import { terms } from './terms.ts';
import { advances, bankAccounts, statements } from './underwriting.ts';
import { users } from './users.ts';

/** The kinds that are imported row by row. Payments are staged and posted instead. */
const ROW_KIND_OF = {
  payout_accounts: payoutAccounts,
  syndicates,
  users,
  brokers,
  companies,
  addresses,
  owners,
  bank_accounts: bankAccounts,
  statements,
  advances,
  deals,
  offers,
  participations,
  terms,
  notes,
} satisfies Record<Exclude<ImportKind, 'payments'>, unknown> as unknown as Readonly<Record<string, Kind>>;

const LAYOUT_OF: Readonly<Record<string, KindDescription>> = {
  ...ROW_KIND_OF,
  payments: payments as unknown as KindDescription,
};

/** In import order: no kind refers to a later one. */
const inOrder = <T>(byName: Readonly<Record<string, T>>): T[] =>
  IMPORT_KINDS.flatMap((name) => byName[name] ?? []);

export const ROW_KINDS: readonly Kind[] = inOrder(ROW_KIND_OF);

export const KIND_DESCRIPTIONS: readonly KindDescription[] = inOrder(LAYOUT_OF);

export const hasBankNumbers = (kind: ImportKind): boolean => LAYOUT_OF[kind]?.hasBankNumbers === true;
