import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import { correctPayment } from '../ledger/correct-payment.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { hashOf } from '../statements/kept-figures.ts';
import { createFundedDeal, createMembership, createParticipation, createSyndicate } from './factories.ts';
import { fillTablesOfUser } from './fill-tables-of-user.ts';
import { postPayment } from './posting.ts';

/** Adds at least one row of the tenant to each table of the schema. The isolation test fails for a new table without one. */
export async function fillEveryTable(owner: Database, tenantId: string, userId: bigint): Promise<void> {
  await withTenant(owner, tenantId, async (tx) => {
    await claim(tx, { userId });
    const hash = Buffer.alloc(32, tenantId);
    const syndicateId = await createSyndicate(tx, tenantId);
    await createMembership(tx, tenantId, userId, { syndicateId, permissions: ['view-fcs'] });
    const dealId = await createFundedDeal(tx, tenantId);
    const { companyId } = await tx
      .selectFrom('deals')
      .select('companyId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    const participationId = await createParticipation(tx, tenantId, { dealId, syndicateId });
    // Used by the previous version, which may still be running.
    await tx
      .insertInto('listedWords')
      .values({ tenantId, syndicateId, word: 'bright', participationId })
      .execute();
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'first',
      amount: 70_000n,
      clearedDate: calendarDate('2026-10-02'),
      postedOn: calendarDate('2026-10-02'),
    });
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'mistyped',
      amount: 100n,
      clearedDate: calendarDate('2026-10-02'),
      postedOn: calendarDate('2026-10-02'),
    });
    await correctPayment(
      tx,
      tenantId,
      { reference: 'mistyped', reason: 'Mistyped', instead: null },
      { via: 'command line', name: 'test' },
    );
    await openCashAccount(tx, tenantId, {
      syndicateId,
      cash: 100_00n,
      contributed: null,
      recordedBy: 'test',
    });
    await tx
      .insertInto('withdrawalRequests')
      .values({ tenantId, syndicateId, amountCents: 1n, reference: 'first', askedBy: 'test' })
      .execute();
    await changeDealStatus(tx, tenantId, { dealId, status: 'Collections', reason: '', changedBy: userId });
    await recordAudit(tx, { actorId: userId, action: 'signed in', subject: 'test' });

    await tx
      .insertInto('tenantHosts')
      .values({ tenantId, host: `${tenantId}.example`, isMain: true })
      .execute();
    const later = sql<Date>`now() + interval '1 hour'`;
    await tx
      .insertInto('singleSignOn')
      .values({
        tenantId,
        issuer: 'https://sign-in.example',
        clientId: 'portal',
        secretCipher: Buffer.from('sealed'),
        keyId: 'test',
        domains: [`${tenantId}.example`],
      })
      .execute();
    await tx
      .insertInto('singleSignOnAttempts')
      .values({
        tenantId,
        stateHash: hash,
        browserHash: hash,
        nonce: 'n',
        codeVerifier: 'v',
        expiresAt: later,
      })
      .execute();
    await fillTablesOfUser(tx, { userId, sessionId: tenantId, hash });
    const offer = await tx
      .insertInto('offers')
      .values({
        tenantId,
        dealId,
        lenderName: 'Harbor',
        positionNumber: 1,
        status: 'Offer Made',
        amountCents: 6_000_000n,
        paybackAmountCents: 8_400_000n,
        paymentCents: 70_000n,
        paymentFrequency: 'DAILY',
        termDays: 120,
        factorRate: '1.4',
        buyRate: '1.3',
        commissionPercent: '10',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const invite = await tx
      .insertInto('participationInvites')
      .values({
        tenantId,
        publicId: `invite-${tenantId}`,
        syndicateId,
        dealId,
        offerId: offer.id,
        maxSharePercent: '10',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Triggers of the table write its history and the lenders.
    const adjustment = await tx
      .insertInto('adjustmentRequests')
      .values({ tenantId, inviteId: invite.id, messageHtml: '<p>Hello</p>', requestedBy: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: caseId } = await tx
      .selectFrom('inviteCases')
      .select('id')
      .where('inviteId', '=', invite.id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('caseEntries')
      .values({ tenantId, caseId, kind: 'answer', authorId: userId, messageHtml: '<p>Yes</p>' })
      .execute();
    await tx
      .insertInto('caseFiles')
      .values({
        tenantId,
        inviteId: invite.id,
        side: 'funder',
        stagedBy: userId,
        name: 'a.pdf',
        byteSize: 1n,
      })
      .execute();
    await tx
      .insertInto('deskFiles')
      .values({ tenantId, dealId, stagedBy: userId, name: 'a.pdf', byteSize: 1n })
      .execute();
    // The database would draw other ids when the statements of a release are sent again.
    const [documentId, fileId] = [tenantId, tenantId];
    await tx
      .insertInto('documents')
      .values({ id: documentId, tenantId, stagedBy: userId, name: 'a.pdf', byteSize: 1n })
      .execute();
    await tx
      .insertInto('documentRecipients')
      .values({ tenantId, documentId, syndicateId, title: 'A letter', sha256: hash })
      .execute();
    await tx.insertInto('documentOpenings').values({ tenantId, documentId, userId, syndicateId }).execute();
    await tx.insertInto('shareExhibits').values({ tenantId, participationId }).execute();
    await tx
      .insertInto('sheetFiles')
      .values({
        ...{ id: fileId, tenantId, purpose: 'payments of a day', stagedBy: userId },
        ...{ name: 'a.csv', byteSize: 1n },
      })
      .execute();
    await tx.insertInto('daySheets').values({ tenantId, fileId }).execute();
    await tx.insertInto('daySheetLines').values({ tenantId, fileId, line: 2, cells: '{}' }).execute();
    await tx
      .insertInto('sheetSources')
      .values({
        ...{ tenantId, kind: 'payments of a day', name: 'Export', columns: ['MID'], mapping: '{}' },
        ...{ headerKey: hash, changedBy: userId },
      })
      .execute();
    const imported = await tx
      .insertInto('importRuns')
      .values({ tenantId, startedBy: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('importFiles')
      .values({ tenantId, runId: imported.id, stagedBy: userId, name: 'deals.csv', byteSize: 1n })
      .execute();
    await tx
      .insertInto('importJournal')
      .values({ tenantId, runId: imported.id, tableName: 'deals', after: '[]' })
      .execute();
    await tx
      .insertInto('importBookChanges')
      .values({
        ...{ tenantId, runId: imported.id, syndicateId, recordedOn: '2026-11-16', cause: 'share added' },
        ...{ dealStatus: 'Active Advance', payDate: '2026-11-16', participationId: 0n, shareCount: 1 },
        ...{ investmentCostCents: 0n, anticipatedReturnCents: 0n, grossCents: 0n, managementFeeCents: 0n },
        ...{ netPayCents: 0n, lineCount: 0 },
      })
      .execute();
    await tx
      .insertInto('importRunRows')
      .values({ tenantId, runId: imported.id, kind: 'deals', rowId: dealId, externalId: 'D-1', isNew: true })
      .execute();
    await tx
      .insertInto('notificationChoices')
      .values({ tenantId, userId, kind: 'watchlist', choice: 'never' })
      .execute();
    await tx
      .insertInto('notificationItems')
      .values({
        ...{ tenantId, userId, syndicateId, kind: 'request_answered', event: 'answer 1' },
        ...{ subject: 'Answer about a deal', words: 'It is in the portal.', path: '/dashboard' },
      })
      .execute();
    await tx
      .insertInto('accountingMails')
      .values({ tenantId, adjustmentId: adjustment.id, messageId: '<1@test>' })
      .execute();
    await tx
      .insertInto('preFundingAcceptances')
      .values({
        tenantId,
        inviteId: invite.id,
        sharePercent: '5',
        participationAmountCents: 300_000n,
        acceptedBy: userId,
      })
      .execute();
    await tx
      .insertInto('capabilityLinks')
      .values({ tenantId, tokenHash: hash, kind: 'offer', subjectId: offer.id, expiresAt: later })
      .execute();
    await tx
      .insertInto('linkMails')
      .values({
        tenantId,
        id: tenantId,
        page: 'reply',
        inviteId: invite.id,
        toAddress: 'a@investor.example',
        messageId: '<1@test>',
      })
      .execute();
    await tx
      .insertInto('serviceTokens')
      .values({ tenantId, name: 'accounting', scopes: ['import'], tokenHash: hash, expiresAt: later })
      .execute();
    await tx.insertInto('idempotencyKeys').values({ tenantId, key: 'key-0001', requestHash: hash }).execute();
    await tx
      .insertInto('externalIds')
      .values({
        tenantId,
        kind: 'deals',
        externalId: 'D-1',
        id: dealId,
        contentHash: hash,
        columnHashes: '{}',
      })
      .execute();
    await tx
      .insertInto('brokers')
      .values({ tenantId, name: 'B', companyName: 'B Co', email: 'b@iso.example' })
      .execute();
    await tx
      .insertInto('bankConnections')
      .values({
        tenantId,
        companyId,
        id: tenantId,
        providerItemId: 'item',
        keyId: 'k1',
        accessTokenCipher: hash,
      })
      .execute();
    await tx
      .insertInto('companyAddresses')
      .values({
        tenantId,
        companyId,
        kind: 'Main',
        street: '1 Main St',
        city: 'Akron',
        state: 'OH',
        zip: '44301',
      })
      .execute();
    await tx
      .insertInto('companyOwners')
      .values({ tenantId, companyId, firstName: 'Ann', lastName: 'Lee', ownershipPercent: '100' })
      .execute();
    const account = await tx
      .insertInto('companyBankAccounts')
      .values({ tenantId, companyId, name: 'Operating' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('statementMonths')
      .values({
        tenantId,
        bankAccountId: account.id,
        month: '2026-09-01',
        depositsCents: 1n,
        transfersCents: 0n,
        otherAdvancesCents: 0n,
        deductionsCents: 0n,
        netDepositsCents: 1n,
        numberOfDeposits: 1,
        negativeDays: 0,
        averageBalanceCents: 1n,
        beginningBalanceCents: 1n,
        endingBalanceCents: 1n,
      })
      .execute();
    await tx
      .insertInto('existingAdvances')
      .values({ tenantId, companyId, lenderName: 'Other', status: 'active' })
      .execute();
    const note = await tx
      .insertInto('dealNotes')
      .values({ tenantId, dealId, kind: 'Activity', bodyHtml: '<p>Called</p>', authorName: 'Ana' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('offerMails')
      .values({ tenantId, offerId: offer.id, reader: 'desk', noteId: note.id, messageId: '<1@test>' })
      .execute();
    const category = await tx
      .insertInto('fileCategories')
      .values({ tenantId, name: 'Contract' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('stagedFiles')
      .values({ tenantId, linkHash: hash, categoryId: category.id, name: 'b.pdf', byteSize: 1n })
      .execute();
    const file = await tx
      .insertInto('files')
      .values({
        tenantId,
        dealId,
        name: 'a.pdf',
        contentType: 'application/pdf',
        byteSize: 1n,
        sha256: hash,
        storageKey: 'a',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('statementFileLinks')
      .values({ tenantId, fileId: file.id, sessionId: tenantId, expiresAt: later })
      .execute();
    await tx
      .insertInto('payDateNotes')
      .values({ tenantId, syndicateId, payDate: '2026-10-05', note: 'Holiday' })
      .execute();
    await tx
      .insertInto('syndicateForecasts')
      .values({
        tenantId,
        syndicateId,
        bookVersion: randomUUID(),
        settingsVersion: randomUUID(),
        asOf: '2026-10-02',
        netBalanceCents: 100n,
        undatedCents: 0n,
        undatedCount: 0,
        notReachedCents: 0n,
        notReachedCount: 0,
        payDates: ['2026-10-05'],
        agreedCents: [100n],
        paceCents: [100n],
      })
      .execute();
    await tx
      .insertInto('syndicateAnalyses')
      .values({
        tenantId,
        syndicateId,
        bookVersion: randomUUID(),
        asOf: '2026-10-02',
        netBalanceCents: 100n,
        exposures: '[]',
        cohorts: '[]',
        losses: '{"byFunding":[],"byDate":[]}',
      })
      .execute();
    await tx
      .insertInto('concentrationLimits')
      .values({ tenantId, syndicateId, kind: 'industry', limitPercent: '20', setBy: userId })
      .execute();
    const returns = {
      ...{ tenantId, syndicateId, bookVersion: randomUUID(), dealCount: 1 },
      ...{ costDates: ['2026-10-01'], costCents: [100n], payDates: ['2026-10-05'], netPayCents: [1n] },
      ...{ balanceStatuses: ['Active Advance'], balanceDealCounts: [1], netBalanceCents: [99n] },
    };
    await tx.insertInto('syndicateReturns').values(returns).execute();
    await tx
      .insertInto('syndicateReturnsParts')
      .values({ ...returns, part: 'open' })
      .execute();
    await tx.insertInto('lastVisits').values({ tenantId, userId, syndicateId }).execute();
    await tx.insertInto('tenantBooks').values({ tenantId, completeThrough: '2026-10-02' }).execute();
    const run = await tx
      .insertInto('postingRuns')
      .values({ tenantId, fileHash: hash, fileName: 'day.csv', postedOn: '2026-10-02', entryCount: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('settledLines')
      .values({ tenantId, runId: run.id, line: 2, outcome: 'posted', settledBy: userId })
      .execute();
    await tx
      .insertInto('paymentSources')
      .values({
        tenantId,
        kind: 'day file',
        fileName: 'day.csv',
        postingRunId: run.id,
        postedBy: 'desk: Ana',
      })
      .execute();
    await tx
      .insertInto('postingRefusals')
      .values({ tenantId, runId: run.id, line: 2, reference: 'second', code: 'not_found' })
      .execute();
    await tx
      .insertInto('postingHeldEntries')
      .values({
        ...{ tenantId, runId: run.id, line: 3, reference: 'third', mid: '1', amountCents: 70_000n },
        ...{ clearedDate: '2026-10-02', resembles: 'first' },
      })
      .execute();
    await tx
      .insertInto('reconciliations')
      .values({
        tenantId,
        comparedAt: sql<Date>`now()`,
        paymentCount: 1n,
        lineCount: 1n,
        netPayCents: 6720n,
        differences: '[]',
      })
      .execute();
    const checkedAt = sql<Date>`now()`;
    await tx.insertInto('dealChecks').values({ tenantId, dealId, changeNumber: 1n, checkedAt }).execute();
    await tx.insertInto('exportChecks').values({ tenantId, syndicateId, checkedAt }).execute();
    await tx
      .insertInto('legalHolds')
      .values({ tenantId, subjectKind: 'user', subjectId: userId, reason: 'Lawsuit' })
      .execute();
    await tx.insertInto('disposalRuns').values({ tenantId }).execute();
    await tx
      .insertInto('nightlyReports')
      .values({ tenantId, syndicateId, reportDate: '2026-10-05' })
      .execute();
    await tx
      .insertInto('syndicateBankAccounts')
      .values({
        tenantId,
        syndicateId,
        bankName: 'First',
        accountNumberCipher: hash,
        accountNumberLast4: '1234',
        routingNumberCipher: hash,
        routingNumberLast4: '5678',
        keyId: 'k1',
      })
      .execute();
    await tx
      .insertInto('formerAddresses')
      .values({ tenantId, syndicateId, mail: 'e-sign', address: 'before@investor.example' })
      .execute();
    await tx.insertInto('formerMembers').values({ tenantId, syndicateId, userId }).execute();
    await tx
      .insertInto('formerNames')
      .values({ tenantId, syndicateId, kind: 'name', value: 'before', written: 'Before' })
      .execute();
    await tx
      .insertInto('secondFactorResets')
      .values({ tenantId, userId, requestedBy: 'command line: test', takesEffectAt: later })
      .execute();
    await tx
      .insertInto('approvals')
      .values({
        tenantId,
        kind: 'reset second factor',
        subjectId: userId,
        reason: 'A new phone',
        askedBy: userId,
        expiresAt: later,
      })
      .execute();
    await tx
      .insertInto('movedAlone')
      .values({ tenantId, mover: `user ${userId}`, limitName: 'funding', what: 'offer 1', amountCents: 1n })
      .execute();
    await tx
      .insertInto('payoutOriginators')
      .values({
        tenantId,
        odfiRouting: '021000021',
        bankName: 'Bank',
        immediateOrigin: '1234567890',
        companyId: '1234567890',
        companyName: 'Funder',
        cutoffMinute: 840,
        setBy: userId,
      })
      .execute();
    await tx
      .insertInto('statements')
      .values({
        tenantId,
        syndicateId,
        kind: 'month',
        periodStart: '2026-10-01',
        version: 1,
        figures: '{}',
        sha256: hashOf('{}'),
      })
      .execute();
    const { id: runId } = await tx
      .insertInto('payoutRuns')
      .values({ tenantId, payDate: '2026-11-13', preparedBy: userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: itemId } = await tx
      .insertInto('payoutRunItems')
      .values({
        tenantId,
        runId,
        revision: 1,
        syndicateId,
        kind: 'payout',
        ledgerCents: 1n,
        amountCents: 1n,
        outcome: 'in file',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('changeNotices')
      .values({ tenantId, itemId, syndicateId, code: 'C05', accountType: 'savings' })
      .execute();
    const { id: returnFileId } = await tx
      .insertInto('returnFiles')
      .values({
        tenantId,
        source: 'file',
        name: 'returns.ach',
        fingerprint: 'known',
        totalCents: 1n,
        readBy: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('returnFileEntries')
      .values({
        ...{
          tenantId,
          fileId: returnFileId,
          place: 3,
          code: 'C05',
          companyId: '1987654321',
          routingNumber: '021000021',
        },
        ...{ entryClass: 'COR', isDebit: false, traceNumber: '021000020000001', individualId: 'S1' },
        ...{ amountCents: 0n, correctedWords: 'savings', correctedCipher: hash, keyId: 'k1' },
      })
      .execute();
    await tx
      .insertInto('guests')
      .values({
        ...{ tenantId, syndicateId, userId, parts: ['payouts'], untilDate: '2027-04-30', invitedBy: userId },
      })
      .execute();
    await tx
      .insertInto('payoutRunFiles')
      .values({
        tenantId,
        runId,
        name: 'payouts.ach',
        fileCipher: hash,
        keyId: 'k1',
        entryCount: 1,
        batchCount: 1,
        entryHash: '0002100002',
        creditCents: 1n,
        lastSequence: 1,
      })
      .execute();
    await tx
      .insertInto('payoutRunsLeftOut')
      .values({ tenantId, runId, syndicateId, reason: 'A difference' })
      .execute();
    await tx
      .insertInto('openDifferences')
      .values({
        tenantId,
        place: 'syndicate_totals',
        key: JSON.stringify({ syndicate_id: 1 }),
        syndicateIds: [syndicateId],
        foundAt: later,
        checkedAt: later,
      })
      .execute();
    await tx
      .insertInto('bankAccountChanges')
      .values({
        tenantId,
        syndicateId,
        bankName: 'Second',
        accountNumberCipher: hash,
        accountNumberLast4: '4321',
        routingNumberCipher: hash,
        routingNumberLast4: '8765',
        keyId: 'k1',
        requestedBy: userId,
        takesEffectAt: later,
      })
      .execute();
  });
}
