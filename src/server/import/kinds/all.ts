import type { Kind, Layout } from '../kind.ts';
import { addresses, brokers, companies, owners } from './companies.ts';
import { deals } from './deals.ts';
import { notes } from './notes.ts';
import { offers } from './offers.ts';
import { participations } from './participations.ts';
import { payments } from './payments.ts';
import { syndicates } from './syndicates.ts';
import { advances, bankAccounts, statements } from './underwriting.ts';
import { users } from './users.ts';

/** In the order in which they are imported: none refers to a later one. */
export const ROW_KINDS: readonly Kind[] = [
  syndicates,
  users,
  brokers,
  companies,
  addresses,
  owners,
  bankAccounts,
  statements,
  advances,
  deals,
  offers,
  participations,
  notes,
] as unknown as Kind[];

export const LAYOUTS: readonly Layout[] = [...ROW_KINDS, payments as unknown as Layout];
