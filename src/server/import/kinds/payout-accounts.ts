import * as z from 'zod';
import { isAccountNumber, isRoutingNumber } from '../../../shared/domain/bank-account.ts';
import { ACCOUNT_TYPES, HOLDER_KINDS } from '../../../shared/domain/payout-runs.ts';
import { announceChange } from '../../payout-accounts/announce-change.ts';
import { lastFours, type PayoutAccount, sealNumbers } from '../../payout-accounts/bank-numbers.ts';
import { isSameAccount, readCurrentAccount, shownAccount } from '../../payout-accounts/current-account.ts';
import {
  type AccountDescription,
  describeAccount,
  readDescription,
} from '../../payout-accounts/describe-account.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import { companyName, externalId, oneOf, reference } from '../columns.ts';
import { saveExternalIds } from '../external-ids.ts';
import { defineKind, type FieldChange, type RowContext } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';

const schema = z
  .object({
    external_id: externalId(),
    syndicate: reference('syndicates'),
    bank_name: companyName(100),
    account_number: z
      .string('is missing')
      .refine(isAccountNumber, 'is not an account number: 5 to 17 digits'),
    routing_number: z
      .string('is missing')
      .refine(isRoutingNumber, 'is not a routing number: nine digits that pass the ABA checksum'),
    account_type: oneOf(ACCOUNT_TYPES).nullish(),
    holder_kind: oneOf(HOLDER_KINDS).nullish(),
    holder_name: companyName(100).nullish(),
  })
  // These texts are stored, shown and mailed unchanged.
  .refine(({ external_id, ...row }) => !holds(external_id, row), {
    path: ['external_id'],
    message: 'holds the account number; take another id',
  })
  .refine(({ bank_name, ...row }) => !holds(bank_name, row), {
    path: ['bank_name'],
    message: 'holds the account number',
  })
  .refine(({ holder_name, ...row }) => !holds(holder_name ?? '', row), {
    path: ['holder_name'],
    message: 'holds the account number',
  });

const holds = (said: string, { account_number: number }: { account_number: string }) => said.includes(number);

type Row = z.output<typeof schema>;

export const payoutAccounts = defineKind({
  name: 'payout_accounts',
  about:
    'The syndicates’ bank accounts, which payouts go to. The numbers are encrypted as they are read; the file itself is not, so delete it ' +
    'afterwards. A syndicate’s first account takes effect at once; another one waits like a change made in the portal, and the ' +
    'syndicate can cancel it. We email the syndicate’s users about a first account, and all its addresses about another one. Re-importing an ' +
    'unchanged row does not overwrite what the syndicate has changed itself.',
  schema,
  hasBankNumbers: true,
  describe: {
    external_id: 'your id of the account; a new account of the same syndicate keeps this id',
    syndicate: '`external_id` of the syndicate; each only once. It cannot be changed',
    bank_name: 'as the syndicate sees it',
    account_number: '5 to 17 digits',
    routing_number: 'nine digits, with a valid ABA checksum',
    account_type:
      '`checking` or `savings`, with `holder_kind`. While it is unknown, payouts wait at the desk',
    holder_kind: '`business` (paid by a CCD entry) or `person` (PPD)',
    holder_name: 'whose account it is; if empty, the syndicate’s name',
  },
  examples: [
    {
      external_id: 'PA-1',
      syndicate: 'SYN-1',
      bank_name: 'Union Federal Bank',
      account_number: '000481200416',
      routing_number: '021000021',
      account_type: 'checking',
      holder_kind: 'business',
      holder_name: '',
    },
    {
      external_id: 'PA-2',
      syndicate: 'SYN-2',
      bank_name: 'Lakeshore Bank',
      account_number: '7730051900',
      routing_number: '011401533',
      account_type: '',
      holder_kind: '',
      holder_name: '',
    },
  ],
  contentHashes: (work, row) => fingerprintsOf(requireEncryption(work), work.tenantId, row),
  async create(work, row) {
    const syndicateId = work.idOf(row.syndicate);
    await requireNoOther(work, syndicateId);
    // Done now rather than with the other rows, because the next row may be about the same syndicate.
    const [contentHash] = fingerprintsOf(requireEncryption(work), work.tenantId, row);
    const imported = { externalId: row.external_id, id: syndicateId, contentHash, columnHashes: null };
    await saveExternalIds(work.tx, work.tenantId, 'payout_accounts', [imported]);
    const changes = await take(work, syndicateId, row);
    return changes ? { existingId: syndicateId, changes } : syndicateId;
  },
  async change(work, syndicateId, row) {
    if (work.idOf(row.syndicate) !== syndicateId)
      throw new RowRefusal('syndicate', 'stays: an account is one syndicate’s');
    return (await take(work, syndicateId, row)) ?? [];
  },
});

/**
 * Decides what happens to the account. The change itself is announced after all rows have been imported. Returns what will be another, or null
 * for a first account.
 */
async function take(work: RowContext, syndicateId: bigint, row: Row): Promise<FieldChange[] | null> {
  const { tx, tenantId, operator } = work;
  const encryption = requireEncryption(work);
  const account = { tenantId, syndicateId };
  const numbers = { accountNumber: row.account_number, routingNumber: row.routing_number };
  const standing = await readCurrentAccount(tx, account);
  if (isSameAccount(encryption, account, standing, { bankName: row.bank_name, ...numbers }))
    return describe(work, account, row);
  const description = descriptionOf(row, undefined);
  const change = {
    ...account,
    bankName: row.bank_name,
    ...description,
    ...sealNumbers(encryption, account, numbers),
    ...lastFours(numbers),
    by: { actorId: null, operator },
    isAtOnceIfFirst: true,
  };
  work.afterAllRows(async () => void (await announceChange(tx, change)));
  return standing.inForce === null ? null : changesOf(await shownAccount(tx, account), change);
}

type KnownDescription = Awaited<ReturnType<typeof readDescription>>;

/** What is known of the account with this row, null if nothing. A column that the file does not have changes nothing. */
function descriptionOf(row: Row, before: KnownDescription): AccountDescription | null {
  const {
    account_type: accountType = before?.accountType,
    holder_kind: holderKind = before?.holderKind,
    holder_name: holderName = before?.holderName,
  } = row;
  if (accountType && holderKind) return { accountType, holderKind, holderName: holderName || null };
  if (accountType || holderKind) throw new RowRefusal('account_type', 'and holder_kind are told together');
  if (holderName) throw new RowRefusal('holder_name', 'needs account_type and holder_kind');
  return null;
}

/** Says more about an account that stays where it is. */
async function describe(
  { tx, operator, afterAllRows }: RowContext,
  account: PayoutAccount,
  row: Row,
): Promise<FieldChange[]> {
  if (!row.account_type && !row.holder_kind && !row.holder_name) return [];
  const before = await readDescription(tx, account);
  if (!before) throw new RowRefusal('account_type', 'can be told again when the account is in force');
  const description = descriptionOf(row, before);
  if (!description) return [];
  const changes = (
    [
      ['account_type', before.accountType, description.accountType],
      ['holder_kind', before.holderKind, description.holderKind],
      ['holder_name', before.holderName, description.holderName],
    ] as const
  )
    .map(([field, was, will]) => ({ field, before: was ?? '', after: will ?? '' }))
    .filter((field) => field.before !== field.after);
  if (changes.length > 0) afterAllRows(() => describeAccount(tx, account, description, operator));
  return changes;
}

type ShownAccount = Record<'bankName' | 'accountNumberLast4' | 'routingNumberLast4', string | null>;

/** With the last four digits, which everybody who may know of the account sees. */
function changesOf(before: ShownAccount, after: ShownAccount): FieldChange[] {
  const masked = (digits: string | null) => `•••• ${digits}`;
  const changes = [
    { field: 'bank_name', before: before.bankName ?? '', after: after.bankName ?? '' },
    {
      field: 'account_number',
      before: masked(before.accountNumberLast4),
      after: masked(after.accountNumberLast4),
    },
    {
      field: 'routing_number',
      before: masked(before.routingNumberLast4),
      after: masked(after.routingNumberLast4),
    },
  ].filter((field) => field.before !== field.after);
  // Two numbers may end alike.
  return changes.length > 0 ? changes : [{ field: 'account_number', before: '••••', after: 'another' }];
}

function requireEncryption({ encryption }: RowContext): Encryption {
  if (!encryption) throw new Error('Payout accounts cannot be imported without an encryption key.');
  return encryption;
}

/**
 * Keyed hashes that recognize an unchanged row under any of the keys. A plain hash of a number this short could be
 * guessed.
 */
const fingerprintsOf = (encryption: Encryption, tenantId: string, row: Row) =>
  encryption.fingerprints(
    JSON.stringify([
      ...[row.syndicate.externalId, row.bank_name, row.account_number, row.routing_number],
      // Only where it is told, so that rows from before it could be are recognized.
      ...(row.account_type ? [row.account_type, row.holder_kind, row.holder_name ?? ''] : []),
    ]),
    ['external_ids', `${tenantId}/payout_accounts`, 'content_hash'],
  );

async function requireNoOther({ tx, tenantId }: RowContext, syndicateId: bigint): Promise<void> {
  const other = await tx
    .selectFrom('externalIds')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'payout_accounts')
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (other) throw new RowRefusal('syndicate', 'has its account under another external_id already');
}
