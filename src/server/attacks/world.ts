import { createHash } from 'node:crypto';
import { addDays, calendarDate } from '../../shared/domain/calendar-date.ts';
import { parseMoney } from '../../shared/domain/money.ts';
import { issueCapability, newLinkToken } from '../identity/capabilities.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { keptKey } from '../stored-files/storage-keys.ts';
import { createBankLink } from '../testing/bank-links.ts';
import { createDeskFile, createScheduleA, createStoredDealFile } from '../testing/deal-files.ts';
import { createDocument } from '../testing/documents.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
  createUser,
} from '../testing/factories.ts';
import { createGuest } from '../testing/guests.ts';
import { createInvitedDeal } from '../testing/invites.ts';
import { createCategory, createOpenOffer } from '../testing/offers.ts';
import { testServices } from '../testing/services.ts';
import { keepStatement, sampleMonth } from '../testing/statements.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import {
  companyOf,
  createBankAccount,
  createFile,
  createOffer,
  createStatementMonth,
} from '../testing/underwriting.ts';

/** Who owns a thing, from the point of view of the callers' syndicate. */
export const OWNERS = ['own', 'another syndicate', 'another tenant', 'nobody'] as const;
export type Owner = (typeof OWNERS)[number];

/** One of each kind of thing that a request can name. */
export interface Belongings {
  /** Part of every text that belongs to this owner. If an answer contains it, the owner's data was shown. */
  mark: string;
  tenantId: string;
  syndicateId: bigint;
  userId: bigint;
  dealId: bigint;
  dealPublicId: string;
  paymentId: bigint;
  noteId: bigint;
  mid: string;
  companyId: bigint;
  /** The id of a bank statement's file. */
  fileId: bigint;
  /** The id of a file that a broker sent. */
  dealFileId: bigint;
  invitedDealId: bigint;
  inviteId: bigint;
  invitePublicId: string;
  /** What the syndicate has asked about the invite. */
  caseId: bigint;
  /** A file that came with it. */
  caseFileId: string;
  deskFileId: string;
  statementId: bigint;
  /** A document that the funder has sent to the syndicate. */
  documentId: string;
  /** Another one, from a system of the funder, which is withdrawn by the tests. */
  withdrawnDocumentId: string;
  /** A day's spreadsheet that was checked, with a refused line. */
  daySheetId: string;
  /** A run that has refused its second line. */
  postingRunId: bigint;
  importRunId: bigint;
  importFileId: string;
  offerId: bigint;
  offerToken: string;
  stagedFileId: string;
  bankLinkToken: string;
  bankChangeToken: string;
  bankChangeId: bigint;
  /** What the user has asked a second person for. */
  approvalId: bigint;
  /** A syndicate that only the tests of closing use, because that ends its guests. */
  spareSyndicateId: bigint;
  /** Somebody who was let in to the book, and another one, whose access the desk ends. */
  guestId: bigint;
  deskGuestId: bigint;
  payoutRunId: bigint;
  /** An entry of it that came back. */
  payoutItemId: bigint;
  /** A return that was typed in and not entered. */
  returnFileId: bigint;
  /** What a bank has written about an account. */
  changeNoticeId: bigint;
  /** A service token that nobody uses. */
  tokenId: bigint;
  /** The id of a link that only the test for revoking uses. */
  linkId: bigint;
}

export type World = Record<Owner, Belongings>;

/** Creates two syndicates of one tenant and one of another, each with a book, a file, an invite, an offer and open links. */
export async function createWorld(database: TestDatabase): Promise<World> {
  const home = await createTenant(database.owner);
  const elsewhere = await createTenant(database.owner);
  return {
    own: await createBelongings(database, home, 'Ownmark'),
    'another syndicate': await createBelongings(database, home, 'Neighbourmark'),
    'another tenant': await createBelongings(database, elsewhere, 'Foreignmark'),
    nobody: belongingsOfNobody(home),
  };
}

async function createBelongings(database: TestDatabase, tenantId: string, mark: string): Promise<Belongings> {
  const { owner } = database;
  const userId = await createUser(owner, { email: `${mark.toLowerCase()}@investor.example` });
  const syndicateId = await withTenant(owner, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId, {
      name: `${mark} Partners`,
      esignEmail: `esign@${mark.toLowerCase()}.example`,
    });
    await createMembership(tx, tenantId, userId, { syndicateId: id });
    return id;
  });
  const file = await withTenant(owner, tenantId, (tx) => createDealFile(tx, tenantId, syndicateId, mark));
  const dealFileId = await createStoredDealFile(owner, tenantId, file.dealId, {
    name: `${mark} contract.pdf`,
    bytes: Buffer.from(`${mark} signed`),
  });
  await createScheduleA(owner, tenantId, file.dealId, mark);
  const invited = await createInvitedDeal(owner, tenantId, [syndicateId]);
  const invite = invited.invites.get(syndicateId);
  if (!invite) throw new Error('The syndicate was not invited.');
  const offer = await createOpenOffer(owner, tenantId);
  const bankLink = await createBankLink(owner, tenantId);
  await createCategory(owner, tenantId, `${mark} papers`);
  const caseFileId = crypto.randomUUID();
  const { fileStorage } = testServices();
  await fileStorage.put(`${tenantId}/${mark}`, Buffer.from(`${mark} banks`), 'application/pdf');
  await fileStorage.put(keptKey(tenantId, caseFileId), Buffer.from(`${mark} proves`), 'application/pdf');
  const deskFileId = await createDeskFile(owner, { tenantId, dealId: file.dealId, userId, mark });
  const statementId = await withTenant(owner, tenantId, (tx) =>
    keepStatement(tx, { tenantId, syndicateId }, sampleMonth({ name: mark })),
  );
  const sent = { tenantId, syndicateId };
  const documentId = await createDocument(owner, { ...sent, userId, title: `${mark} letter` });
  const withdrawnDocumentId = await createDocument(owner, { ...sent, userId: null, title: `${mark} notice` });
  const {
    stagedFileId,
    bankChange,
    approvalId,
    payoutRunId,
    payoutItemId,
    returnFileId,
    changeNoticeId,
    guestId,
    deskGuestId,
    spareSyndicateId,
    tokenId,
    caseId,
    linkId,
    imported,
    ...ofPosting
  } = await withTenant(owner, tenantId, async (tx) => {
    await tx
      .updateTable('deals')
      .set({ name: `${mark} Invited` })
      .where('id', 'in', [invited.dealId, offer.dealId])
      .execute();
    const spare = { kind: 'offer', subjectId: offer.offerId, seconds: 3600, issuedBy: null } as const;
    return {
      linkId: (await issueCapability(tx, tenantId, spare)).id,
      stagedFileId: await stageFile(tx, tenantId, mark, offer.token),
      bankChange: await createBankChange(tx, { tenantId, syndicateId, userId, mark }),
      approvalId: await createApproval(tx, { tenantId, userId, mark }),
      ...(await createPayoutRun(tx, { tenantId, userId, syndicateId })),
      spareSyndicateId: await createSyndicate(tx, tenantId, { name: `${mark} Spare` }),
      guestId: await createGuestOf(owner, tx, { tenantId, syndicateId, mark }),
      deskGuestId: await createGuestOf(owner, tx, { tenantId, syndicateId, mark }),
      tokenId: (await issueServiceToken(tx, tenantId, { name: mark, scopes: ['book'], days: 1 })).id,
      ...(await createDaySheet(tx, { tenantId, userId, mark })),
      caseId: await createCase(tx, { tenantId, inviteId: invite.id, userId, mark, caseFileId }),
      imported: await createImport(tx, { tenantId, userId, mark }),
    };
  });
  return {
    mark,
    tenantId,
    syndicateId,
    userId,
    ...file,
    dealFileId,
    invitedDealId: invited.dealId,
    inviteId: invite.id,
    invitePublicId: invite.publicId,
    caseId,
    caseFileId,
    deskFileId,
    statementId,
    documentId,
    withdrawnDocumentId,
    ...ofPosting,
    ...imported,
    offerId: offer.offerId,
    offerToken: offer.token,
    stagedFileId,
    bankLinkToken: bankLink.token,
    bankChangeToken: bankChange.token,
    bankChangeId: bankChange.id,
    approvalId,
    payoutRunId,
    payoutItemId,
    returnFileId,
    spareSyndicateId,
    guestId,
    deskGuestId,
    changeNoticeId,
    tokenId,
    linkId,
  };
}

async function createDealFile(tx: Tx, tenantId: string, syndicateId: bigint, mark: string) {
  // A scanner's attempts have to fit into the 40 characters of a MID together with it.
  const mid = `H${syndicateId}`;
  const dealId = await createFundedDeal(tx, tenantId, { mid, name: `${mark} Dental` });
  await createParticipation(tx, tenantId, { dealId, syndicateId });
  const cleared = { reference: mark, dealId, amount: parseMoney('700'), date: calendarDate('2026-11-12') };
  await postPayments(tx, tenantId, [{ ...cleared, result: 'cleared' }], calendarDate('2026-11-12'));
  const companyId = await companyOf(tx, tenantId, dealId);
  await tx
    .updateTable('companies')
    .set({ name: `${mark} LLC` })
    .where('id', '=', companyId)
    .execute();
  await tx
    .insertInto('companyAddresses')
    .values({ tenantId, companyId, kind: 'Main', street: mark, city: 'Akron', state: 'OH', zip: '44301' })
    .execute();
  await tx
    .insertInto('companyOwners')
    .values({ tenantId, companyId, firstName: mark, lastName: 'Lee', ownershipPercent: '100' })
    .execute();
  await tx
    .insertInto('existingAdvances')
    .values({ tenantId, companyId, lenderName: mark, status: 'Open' })
    .execute();
  const { id: noteId } = await tx
    .insertInto('dealNotes')
    .values({ tenantId, dealId, authorName: mark, bodyHtml: `<p>${mark}</p>`, kind: 'Collection' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const accountId = await createBankAccount(tx, tenantId, companyId, mark);
  const fileId = await createFile(tx, tenantId, { storageKey: `${tenantId}/${mark}`, name: `${mark}.pdf` });
  await createStatementMonth(tx, tenantId, accountId, { month: '2026-08-01', fileId });
  await createOffer(tx, tenantId, dealId, { lenderName: mark });
  const { publicId: dealPublicId } = await tx
    .selectFrom('deals')
    .select('publicId')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  const { id: paymentId } = await tx
    .selectFrom('payments')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('reference', '=', mark)
    .executeTakeFirstOrThrow();
  return { mid, dealId, dealPublicId, paymentId, noteId, companyId, fileId };
}

async function stageFile(tx: Tx, tenantId: string, mark: string, offerToken: string): Promise<string> {
  const category = await tx.selectFrom('fileCategories').select('id').limit(1).executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('stagedFiles')
    .values({
      tenantId,
      linkHash: hashToken(offerToken),
      name: `${mark}.pdf`,
      byteSize: 10n,
      categoryId: category.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface BankChangeOf {
  tenantId: string;
  syndicateId: bigint;
  userId: bigint;
  mark: string;
}

async function createBankChange(
  tx: Tx,
  { tenantId, syndicateId, userId, mark }: BankChangeOf,
): Promise<{ id: bigint; token: string }> {
  const { id: subjectId } = await tx
    .insertInto('bankAccountChanges')
    .values({
      tenantId,
      syndicateId,
      requestedBy: userId,
      bankName: mark,
      keyId: 'k1',
      accountNumberCipher: Buffer.alloc(32),
      routingNumberCipher: Buffer.alloc(32),
      accountNumberLast4: '6789',
      routingNumberLast4: '0021',
      takesEffectAt: new Date(Date.now() + 72 * 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const capability = { kind: 'bank change', subjectId, seconds: 3600, issuedBy: null } as const;
  const { token } = await issueCapability(tx, tenantId, capability);
  return { id: subjectId, token };
}

async function createApproval(
  tx: Tx,
  { tenantId, userId, mark }: Pick<BankChangeOf, 'tenantId' | 'userId' | 'mark'>,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('approvals')
    .values({
      tenantId,
      kind: 'reset second factor',
      subjectId: userId,
      reason: mark,
      askedBy: userId,
      expiresAt: new Date(Date.now() + 72 * 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Somebody who has not accepted the invitation yet. */
async function createGuestOf(
  owner: Database,
  tx: Tx,
  { tenantId, syndicateId, mark }: { tenantId: string; syndicateId: bigint; mark: string },
): Promise<bigint> {
  const userId = await createUser(owner, {
    email: `${mark.toLowerCase()}-${crypto.randomUUID()}@guest.example`,
  });
  await createMembership(tx, tenantId, userId, { role: 'guest', name: `${mark} Guest`, acceptedAt: null });
  return createGuest(tx, tenantId, { syndicateId, userId });
}

/** One run for each pay date, so they are of different days. */
async function createPayoutRun(
  tx: Tx,
  { tenantId, userId, syndicateId }: Pick<BankChangeOf, 'tenantId' | 'userId' | 'syndicateId'>,
): Promise<Pick<Belongings, 'payoutRunId' | 'payoutItemId' | 'returnFileId' | 'changeNoticeId'>> {
  const { first } = await tx
    .selectFrom('payoutRuns')
    .select(({ fn }) => fn.countAll<number>().as('first'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { id: payoutRunId } = await tx
    .insertInto('payoutRuns')
    .values({ tenantId, payDate: addDays(calendarDate('2026-11-13'), Number(first)), preparedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: itemId } = await tx
    .insertInto('payoutRunItems')
    .values({
      tenantId,
      runId: payoutRunId,
      revision: 0,
      syndicateId,
      kind: 'payout',
      amountCents: 1n,
      ledgerCents: 1n,
      outcome: 'in file',
      traceNumber: `0210000200000${10 + Number(first)}`,
      ...{ returnedAt: new Date(), returnCode: 'R03' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: changeNoticeId } = await tx
    .insertInto('changeNotices')
    .values({ tenantId, itemId, syndicateId, code: 'C05', accountType: 'savings' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: returnFileId } = await tx
    .insertInto('returnFiles')
    .values({
      tenantId,
      source: 'typed',
      name: 'A return',
      reason: 'A test',
      fingerprint: `typed ${payoutRunId}`,
      totalCents: 1n,
      readBy: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { payoutRunId, payoutItemId: itemId, returnFileId, changeNoticeId };
}

interface Asked {
  tenantId: string;
  inviteId: bigint;
  userId: bigint;
  mark: string;
  caseFileId: string;
}

/** A message about an invite with a file, which the caller has stored. */
async function createCase(tx: Tx, { tenantId, inviteId, userId, mark, caseFileId }: Asked): Promise<bigint> {
  const { id: requestId } = await tx
    .insertInto('adjustmentRequests')
    .values({ tenantId, inviteId, messageHtml: `<p>${mark} asks</p>`, requestedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('caseFiles')
    .values({
      tenantId,
      id: caseFileId,
      inviteId,
      side: 'investor',
      stagedBy: userId,
      name: `${mark} proof.pdf`,
      byteSize: 1n,
      state: 'clean',
      contentType: 'application/pdf',
      keptByteSize: 1n,
      sha256: Buffer.alloc(32),
      requestId,
    })
    .execute();
  const { id } = await tx
    .selectFrom('inviteCases')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .executeTakeFirstOrThrow();
  return id;
}

async function createDaySheet(
  tx: Tx,
  { tenantId, userId, mark }: Pick<Asked, 'tenantId' | 'userId' | 'mark'>,
): Promise<{ daySheetId: string; postingRunId: bigint }> {
  const daySheetId = crypto.randomUUID();
  await tx
    .insertInto('sheetFiles')
    .values({
      ...{ tenantId, id: daySheetId, purpose: 'payments of a day', stagedBy: userId },
      ...{ name: `${mark} day.csv`, byteSize: 1n, state: 'clean', contentType: 'text/csv' },
      ...{ keptByteSize: 1n, sha256: createHash('sha256').update(mark).digest() },
    })
    .execute();
  await tx
    .insertInto('daySheets')
    .values({
      ...{ tenantId, fileId: daySheetId, state: 'checked', columns: ['MID'], hasLines: true, lineCount: 1 },
      ...{ checkNumber: 1, mapping: '{}', samples: '{}', effects: '[]' },
    })
    .execute();
  await tx
    .insertInto('daySheetLines')
    .values({
      ...{ tenantId, fileId: daySheetId, line: 2, cells: '{}', mid: mark, verdict: 'refused' },
      ...{ code: 'not_found' },
    })
    .execute();
  const { id: postingRunId } = await tx
    .insertInto('postingRuns')
    .values({
      ...{ tenantId, fileHash: createHash('sha256').update(mark).digest(), fileName: `${mark}.csv` },
      ...{ postedOn: '2026-10-02', entryCount: 1, position: 1, refusedCount: 1, finishedAt: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('postingRefusals')
    .values({ tenantId, runId: postingRunId, line: 2, reference: `${mark} reference`, code: 'not_found' })
    .execute();
  return { daySheetId, postingRunId };
}

/** An import with a file that is refused, so that nobody starts anything by asking for it. */
async function createImport(
  tx: Tx,
  { tenantId, userId, mark }: { tenantId: string; userId: bigint; mark: string },
): Promise<{ importRunId: bigint; importFileId: string }> {
  const { id: runId } = await tx
    .insertInto('importRuns')
    .values({ tenantId, startedBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('importFiles')
    .values({
      ...{ tenantId, runId, stagedBy: userId, name: `${mark} deals.csv`, byteSize: 1n },
      ...{ state: 'refused', refusal: 'unreadable' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { importRunId: runId, importFileId: id };
}

/** Well-formed ids of things that never existed. */
const belongingsOfNobody = (tenantId: string): Belongings => ({
  mark: 'Nobodymark',
  tenantId,
  syndicateId: 7_000_001n,
  userId: 7_000_002n,
  dealId: 7_000_012n,
  dealPublicId: 'test-deal-70000003',
  paymentId: 7_000_021n,
  noteId: 7_000_022n,
  mid: 'HC7000004',
  companyId: 7_000_005n,
  fileId: 7_000_006n,
  dealFileId: 7_000_013n,
  invitedDealId: 7_000_007n,
  inviteId: 7_000_008n,
  invitePublicId: 'invite-of-nobody',
  caseId: 7_000_016n,
  caseFileId: crypto.randomUUID(),
  deskFileId: crypto.randomUUID(),
  statementId: 7_000_023n,
  documentId: crypto.randomUUID(),
  withdrawnDocumentId: crypto.randomUUID(),
  daySheetId: crypto.randomUUID(),
  postingRunId: 7_000_018n,
  importRunId: 7_000_017n,
  importFileId: crypto.randomUUID(),
  offerId: 7_000_009n,
  offerToken: newLinkToken(tenantId),
  stagedFileId: crypto.randomUUID(),
  bankLinkToken: newLinkToken(tenantId),
  bankChangeToken: newLinkToken(tenantId),
  bankChangeId: 7_000_014n,
  approvalId: 7_000_015n,
  spareSyndicateId: 7_000_025n,
  guestId: 7_000_023n,
  deskGuestId: 7_000_024n,
  payoutRunId: 7_000_019n,
  payoutItemId: 7_000_026n,
  returnFileId: 7_000_027n,
  changeNoticeId: 7_000_020n,
  tokenId: 7_000_016n,
  linkId: 7_000_011n,
});
