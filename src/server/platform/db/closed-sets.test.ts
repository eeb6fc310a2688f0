import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../../shared/contract/scopes.ts';
import { APPROVAL_DECISIONS, APPROVAL_KINDS } from '../../../shared/domain/approvals.ts';
import { SETTLED_BECAUSE } from '../../../shared/domain/bank-account.ts';
import { BOOK_CHANGE_CAUSES } from '../../../shared/domain/book-as-of.ts';
import { CASH_ENTRY_KINDS, WITHDRAWAL_STATES } from '../../../shared/domain/cash-account.ts';
import { DAY_SHEET_STATES, LINE_DECISIONS, LINE_VERDICTS } from '../../../shared/domain/day-sheet.ts';
import { WATCH_REASONS } from '../../../shared/domain/deal-standing.ts';
import { DEAL_STATUSES } from '../../../shared/domain/deal-status.ts';
import { TERMS_REASONS } from '../../../shared/domain/deal-terms.ts';
import { DOCUMENT_CATEGORIES } from '../../../shared/domain/documents.ts';
import { EXPOSURE_KINDS } from '../../../shared/domain/exposure.ts';
import { IMPORT_RUN_STATES } from '../../../shared/domain/import-runs.ts';
import { INVITE_PAGES, LINK_KINDS } from '../../../shared/domain/issued-links.ts';
import { MONEY_LIMITS } from '../../../shared/domain/money-limits.ts';
import { NOTIFICATION_CHOICES, NOTIFICATION_KINDS } from '../../../shared/domain/notifications.ts';
import { FILE_REFUSALS, FILE_STATES } from '../../../shared/domain/offer-files.ts';
import { PAYMENT_FREQUENCIES } from '../../../shared/domain/offer-terms.ts';
import { PAYMENT_SOURCE_KINDS } from '../../../shared/domain/payment-source.ts';
import {
  ACCOUNT_TYPES,
  HOLDER_KINDS,
  RUN_ITEM_KINDS,
  RUN_OUTCOMES,
  RUN_STATES,
} from '../../../shared/domain/payout-runs.ts';
import { CASE_ENTRY_KINDS, CASE_STATES } from '../../../shared/domain/request-cases.ts';
import { RETURN_FILE_STATES, RETURN_FINDINGS, RETURN_SOURCES } from '../../../shared/domain/return-files.ts';
import { KEPT_PARTS } from '../../../shared/domain/returned-deals.ts';
import { ROLES } from '../../../shared/domain/roles.ts';
import { SHEET_PURPOSES } from '../../../shared/domain/sheet-files.ts';
import { PRINCIPAL_METHODS, STATEMENT_KINDS } from '../../../shared/domain/statements.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The types that the overrides name, with their values. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  AccountType: ACCOUNT_TYPES,
  ApprovalDecision: APPROVAL_DECISIONS,
  ApprovalKind: APPROVAL_KINDS,
  BookChangeCause: BOOK_CHANGE_CAUSES,
  CaseEntryKind: CASE_ENTRY_KINDS,
  CaseState: CASE_STATES,
  CashEntryKind: CASH_ENTRY_KINDS,
  DaySheetState: DAY_SHEET_STATES,
  DealStatus: DEAL_STATUSES,
  DocumentCategory: DOCUMENT_CATEGORIES,
  ExposureKind: EXPOSURE_KINDS,
  FileRefusal: Object.keys(FILE_REFUSALS),
  FileState: FILE_STATES,
  HolderKind: HOLDER_KINDS,
  InvitePage: INVITE_PAGES,
  IssuedLinkKind: LINK_KINDS,
  KeptPart: KEPT_PARTS,
  LineDecision: LINE_DECISIONS,
  LineVerdict: LINE_VERDICTS,
  MoneyLimit: Object.keys(MONEY_LIMITS),
  NotificationChoice: NOTIFICATION_CHOICES,
  NotificationKind: NOTIFICATION_KINDS,
  PaymentFrequency: PAYMENT_FREQUENCIES,
  PaymentSourceKind: PAYMENT_SOURCE_KINDS,
  PrincipalMethod: PRINCIPAL_METHODS,
  ReturnFileState: RETURN_FILE_STATES,
  ReturnFinding: RETURN_FINDINGS,
  ReturnSource: RETURN_SOURCES,
  Role: ROLES,
  RunItemKind: RUN_ITEM_KINDS,
  RunOutcome: RUN_OUTCOMES,
  RunState: RUN_STATES,
  ImportRunState: IMPORT_RUN_STATES,
  'Scope[]': SCOPES,
  SettledBecause: SETTLED_BECAUSE,
  SheetPurpose: SHEET_PURPOSES,
  StatementKind: STATEMENT_KINDS,
  TermsReason: TERMS_REASONS,
  WatchReason: WATCH_REASONS,
  WithdrawalState: WITHDRAWAL_STATES,
};

interface Configuration {
  overrides: { columns: Record<string, string> };
}

/** The values that each column's type in the generated schema allows. */
function typedSets(): Record<string, string[]> {
  const file = path.resolve(import.meta.dirname, '../../../../.kysely-codegenrc.json');
  const { overrides } = JSON.parse(readFileSync(file, 'utf8')) as Configuration;
  const entries = Object.entries(overrides.columns).map(([column, type]) => {
    const members = type.replace(/^Generated<(.*)>$/, '$1').split(' | ');
    return [
      column,
      members
        .filter((member) => member !== 'null')
        .flatMap(wordsOf)
        .toSorted(),
    ] as const;
  });
  return Object.fromEntries(entries);
}

function wordsOf(member: string): readonly string[] {
  if (member.startsWith("'")) return [member.slice(1, -1)];
  const words = NAMED[member];
  if (!words) throw new Error(`What ${member} holds has to be listed in this test.`);
  return words;
}

/** Matches a check that lists a column's values, such as (kind = ANY (ARRAY['offer'::text, …])), or the check of a list. */
const CLOSED = /^CHECK \(\(\(?\w+\)?(?:::text)? (?:= ANY|<@) \(?ARRAY\[([^\]]*)\]/;

/** The values that each column's check, or the check of its domain, allows. */
async function checkedSets(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ column: string; definition: string }>`
    select con.conrelid::regclass || '.' || attname as column, pg_get_constraintdef(con.oid) as definition
    from pg_constraint con join pg_attribute on attrelid = con.conrelid and attnum = con.conkey[1]
    where con.contype = 'c' and cardinality(con.conkey) = 1 and con.connamespace = 'public'::regnamespace
    union all
    select attrelid::regclass || '.' || attname, pg_get_constraintdef(con.oid)
    from pg_attribute join pg_constraint con on con.contypid = atttypid
    join pg_class rel on rel.oid = attrelid and rel.relkind = 'r'
    where con.connamespace = 'public'::regnamespace`.execute(database.owner);
  const sets = rows.flatMap(({ column, definition }) => {
    const words = CLOSED.exec(definition)?.[1]?.matchAll(/'([^']*)'/g);
    const set = words && [...words].map(([, word = '']) => word).toSorted();
    return set && set.length > 0 ? [[column, set] as const] : [];
  });
  return Object.fromEntries(sets);
}

test('a column that takes one of a few words has the type of those words, and the database the same check', async () => {
  const checked = await checkedSets();
  expect(Object.keys(checked).length).toBeGreaterThan(20);
  expect(typedSets()).toEqual(checked);
});
