import type { contract } from '../../shared/contract/all.ts';
import { UNTIL } from '../testing/guests.ts';
import type { Caller } from './callers.ts';
import type { Row } from './reach.ts';

type Contract = typeof contract;
export type EndpointName = { [F in keyof Contract]: `${F}.${keyof Contract[F] & string}` }[keyof Contract];

const TOKEN = 'a'.repeat(43);
const LINK = 'a'.repeat(64);
const WRONG = 'not the password';

const ofSyndicate = (send: Row['send'], guests?: Row['guests']): Row => ({
  reaches: 'syndicate',
  send,
  ...(guests && { guests }),
});
/** Of the syndicate's own investors who look after its guests. */
const ofGuests = (more: object = {}): Row => ({
  reaches: 'own syndicate',
  needs: ['manage-guests'],
  send: ({ syndicateId, guestId }) => ({
    params: { syndication_id: syndicateId, guest_id: guestId },
    ...more,
  }),
});
const OPENED = { parts: ['payouts'], until: UNTIL };
const ofCompany: Row = {
  reaches: 'deal file',
  send: ({ companyId }) => ({ params: { company_id: companyId } }),
};
const ofDeal: Row = { reaches: 'deal file', send: ({ mid }) => ({ params: { contract_MID: mid } }) };
const again: Row = {
  reaches: 'self',
  guests: 'own account',
  changesAccount: true,
  send: () => ({ body: { password: WRONG } }),
};
const ofUser: Row = {
  reaches: 'things of the tenant',
  send: ({ userId }) => ({ params: { user_id: userId } }),
};
const managedUser: Row = {
  reaches: 'things at the desk',
  needs: ['manage-people'],
  send: ({ userId }) => ({ params: { user_id: userId } }),
};
const ofApproval: Row = {
  reaches: 'things at the desk',
  needs: ['manage-people'],
  send: ({ approvalId }) => ({ params: { approval_id: approvalId } }),
};
const changesSettings = (body?: object): Row => ({
  reaches: 'desk',
  needs: ['change-settings'],
  ...(body && { send: () => ({ body }) }),
});
/** Only who asked, and none of these callers did. */
const ofOwnApproval: Row = {
  reaches: 'nothing',
  send: ({ approvalId }) => ({ params: { approval_id: approvalId } }),
};
const changedCase = (body?: object): Row => ({
  reaches: 'things at the desk',
  needs: ['answer-requests'],
  send: ({ caseId }) => ({ params: { request_id: caseId }, ...(body && { body }) }),
});
const ofDealAtDesk: Row = {
  reaches: 'things at the desk',
  send: ({ dealId }) => ({ params: { deal_id: dealId } }),
};
const ofPaymentAtDesk = (body: object): Row => ({
  reaches: 'things at the desk',
  needs: ['post-payments'],
  send: ({ paymentId }) => ({ params: { payment_id: paymentId }, body }),
});
const ASKED_CORRECTION = { reason: 'A test', seen_amount: '700.00', seen_cleared_date: '2026-11-12' };
const ofChangedDeal = (others: object = {}): Row => ({
  reaches: 'things at the desk',
  needs: ['change-deals'],
  send: ({ dealId }) => ({
    body: { deal_ids: [dealId], status: 'Collections', reason: 'A test', ...others },
  }),
});
const ofFunding = (body?: object): Row => ({
  reaches: 'things at the desk',
  needs: ['send-offers'],
  send: ({ offerId }) => ({ params: { offer_id: offerId }, ...(body && { body }) }),
});
const ofRun = (needs: Row['needs'], body?: object): Row => ({
  reaches: 'things at the desk',
  ...(needs && { needs }),
  send: ({ payoutRunId }) => ({ params: { run_id: payoutRunId }, ...(body && { body }) }),
});
const ofReturnFile = (needs: Row['needs'], body?: object): Row => ({
  reaches: 'things at the desk',
  ...(needs && { needs }),
  send: ({ returnFileId }) => ({ params: { file_id: returnFileId }, ...(body && { body }) }),
});
const SEEN_OF_FILE = { returns: 1, amount: '0.01', notices: 0 };
const ofReturned = (needs: Row['needs'], body?: object): Row => ({
  reaches: 'things at the desk',
  ...(needs && { needs }),
  send: ({ payoutItemId }) => ({ params: { item_id: payoutItemId }, ...(body && { body }) }),
});
const TAKEN_BACK = { return_code: 'R03', cash_after: null, reason: 'A test' };
const ofNotice: Row = {
  reaches: 'things at the desk',
  needs: ['prepare-payouts'],
  send: ({ changeNoticeId }) => ({ params: { notice_id: changeNoticeId }, body: { reason: 'A test' } }),
};
const ofDaySheet = (send: object = {}): Row => ({
  reaches: 'things at the desk',
  needs: ['post-payments'],
  send: ({ daySheetId }) => ({ params: { file_id: daySheetId }, ...send }),
});
const waitingLine = (body: object): Row => ({
  reaches: 'things at the desk',
  needs: ['post-payments'],
  send: ({ postingRunId }) => ({ params: { run_id: postingRunId, line: 2 }, body }),
});
const ofImport = (more: object = {}): Row => ({
  reaches: 'things at the desk',
  needs: ['import-book'],
  send: ({ importRunId }) => ({ params: { run_id: importRunId }, ...more }),
});
const ofStatementAtDesk: Row = {
  reaches: 'things at the desk',
  send: ({ syndicateId, statementId }) => ({
    params: { syndicate_id: syndicateId, statement_id: statementId },
  }),
};
const underOfferLink: Row = { reaches: 'the link alone' };

/** The token that the caller holds, or one that was never issued. */
const linkOf = ({ headers }: Caller): string =>
  /^Link (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? LINK;

/** A row for every endpoint of the contract. A missing one does not compile. */
const publishedTo = (documentId: string, to: object) => ({
  ...{ document_id: documentId, title: 'A letter', category: 'letter' },
  ...to,
});

export const ROWS: Record<EndpointName, Row> = {
  'auth.requestToken': {
    reaches: 'everybody',
    send: () => ({ body: { grant_type: 'ticket', ticket: LINK } }),
  },
  'auth.passkeyOptions': { reaches: 'everybody', send: () => ({ body: { challenge: TOKEN } }) },
  'auth.confirmSecondFactor': {
    reaches: 'self',
    guests: 'own account',
    send: () => ({ body: { method: 'totp', code: '000000' } }),
  },
  'auth.confirmationPasskeyOptions': { reaches: 'self', guests: 'own account' },
  'auth.logIn': {
    reaches: 'everybody',
    send: ({ mark }) => ({ body: { username: `${mark}@investor.example`, password: WRONG, recaptcha: '' } }),
  },
  'auth.signInPage': { reaches: 'everybody' },
  'auth.startSignOn': { reaches: 'everybody' },
  'auth.finishSignOn': { reaches: 'everybody' },
  'auth.captchaChallenge': { reaches: 'everybody' },
  'browserFailures.report': {
    reaches: 'everybody',
    send: () => ({
      body: { kind: 'error', page: 'dashboard', name: 'TypeError', frames: [], build: 'index.js' },
    }),
  },
  'auth.lockState': {
    reaches: 'everybody',
    send: ({ mark }) => ({ body: { email: `${mark}@investor.example` } }),
  },
  'auth.olderLockState': {
    reaches: 'everybody',
    send: ({ mark }) => ({ params: { email: `${mark}@investor.example` } }),
  },
  'auth.rememberedUser': { reaches: 'everybody', send: () => ({ params: { remember_token: TOKEN } }) },
  'auth.forgetRememberedUser': {
    reaches: 'everybody',
    send: () => ({ params: { remember_token: 'current' } }),
  },
  'auth.checkTicket': { reaches: 'everybody', send: () => ({ body: { ticket: LINK } }) },
  'auth.reportActivity': { reaches: 'self', guests: 'own account' },
  'auth.signOut': { reaches: 'everybody' },

  'bankLink.openWidget': { reaches: 'bank link', send: () => ({ body: {} }) },
  'bankLink.connectBank': {
    reaches: 'bank link',
    send: (_, caller) => ({ body: { public_token: 'public-sandbox-1', company_plaid_id: linkOf(caller) } }),
  },

  'desk.deskUser': { reaches: 'desk' },
  'deskAudit.trail': { reaches: 'desk', needs: ['view-audit'] },
  'deskAudit.exportTrail': { reaches: 'desk', needs: ['view-audit'] },

  'deskAudit.trailCheck': { reaches: 'desk', needs: ['view-audit'] },

  'deskSettings.settings': changesSettings(),
  'deskSettings.changeSettings': changesSettings({ change: {}, seen: {} }),
  'deskSettings.askToWeaken': changesSettings({
    kind: 'shorten bank change hold',
    value: 1,
    reason: 'A test',
  }),
  'deskSignOn.signOn': changesSettings(),
  'deskSignOn.saveSignOn': changesSettings({
    issuer: 'https://login.example',
    client_id: 'portal',
    domains: ['example.com'],
    seen: null,
  }),
  'deskSignOn.checkSignOn': changesSettings({}),
  'deskSignOn.checkDomain': changesSettings({ domain: 'example.com' }),
  'deskSignOn.requireSignOn': changesSettings({}),
  'deskSignOn.askNotToRequireSignOn': changesSettings({ reason: 'A test' }),
  'deskSignOn.removeSignOn': changesSettings({}),
  'deskTokens.tokens': changesSettings(),
  'deskTokens.issueToken': changesSettings({ name: 'matrix', scopes: ['book'], days: 1 }),
  'deskTokens.revokeToken': {
    reaches: 'things at the desk',
    needs: ['change-settings'],
    send: ({ tokenId }) => ({ params: { token_id: tokenId }, body: { reason: 'A test' } }),
  },

  'deskBoard.board': { reaches: 'desk' },
  'deskDifferences.differences': { reaches: 'desk' },
  'deskDifferences.checkAgain': { reaches: 'desk' },
  'deskBoard.queue': { reaches: 'desk', send: () => ({ params: { queue: 'invites' } }) },
  'deskBoard.health': { reaches: 'desk' },
  'deskBoard.retryJob': {
    reaches: 'desk',
    needs: ['change-settings'],
    send: ({ linkId }) => ({ params: { job_id: linkId } }),
  },
  'deskBoard.dropJob': {
    reaches: 'desk',
    needs: ['change-settings'],
    send: ({ linkId }) => ({ params: { job_id: linkId } }),
  },

  'deskApprovals.approvals': { reaches: 'desk' },
  'deskApprovals.remind': ofOwnApproval,
  'deskApprovals.withdraw': ofOwnApproval,
  'deskApprovals.reject': ofApproval,
  'deskApprovals.approve': ofApproval,

  'deskInvestors.investors': { reaches: 'desk' },
  'deskInvestors.investor': {
    reaches: 'things at the desk',
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId } }),
  },
  'deskInvestors.addInvestor': {
    reaches: 'desk',
    needs: ['manage-people'],
    send: ({ mark }) => ({
      body: {
        name: `New ${mark.toLowerCase()}`,
        abbreviation: `new ${mark.toLowerCase()}`.slice(0, 20),
        pay_days: [1],
        default_share_percent: '5',
        management_fee_percent: '4',
        syndication_fee_percent: '0',
        esign_email: 'new@syndicate.example',
        cc_emails: [],
        uses_cash_balance: false,
      },
    }),
  },
  'deskInvestors.changeInvestor': {
    reaches: 'things at the desk',
    needs: ['manage-people'],
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId }, body: { pay_days: [1, 2] } }),
  },
  'deskInvestors.closeInvestor': {
    reaches: 'things at the desk',
    needs: ['manage-people'],
    send: ({ spareSyndicateId }) => ({
      params: { syndicate_id: spareSyndicateId },
      body: { reason: 'They asked' },
    }),
  },
  'deskInvestors.reopenInvestor': {
    reaches: 'things at the desk',
    needs: ['manage-people'],
    send: ({ spareSyndicateId }) => ({ params: { syndicate_id: spareSyndicateId } }),
  },
  'deskInvestors.askToRelease': {
    reaches: 'things at the desk',
    needs: ['manage-people'],
    send: ({ bankChangeId }) => ({
      params: { bank_change_id: bankChangeId },
      body: { reason: 'They called' },
    }),
  },
  'deskInvestors.cancelBankChange': {
    reaches: 'things at the desk',
    needs: ['manage-people'],
    send: ({ bankChangeId }) => ({ params: { bank_change_id: bankChangeId } }),
  },

  'deskImports.runs': { reaches: 'desk', needs: ['import-book'] },
  'deskImports.start': { reaches: 'desk', needs: ['import-book'] },
  'deskImports.run': ofImport(),
  'deskImports.obstacles': ofImport(),
  'deskImports.announceFile': ofImport({ body: { file_name: 'a.csv', file_size: 3 } }),
  'deskImports.fileUploaded': {
    reaches: 'things at the desk',
    needs: ['import-book'],
    send: ({ importRunId, importFileId }) => ({ params: { run_id: importRunId, file_id: importFileId } }),
  },
  'deskImports.plan': ofImport({
    body: { revision: 0, files: [], meanings: [], constants: [], problems_left_out: [], totals: [] },
  }),
  'deskImports.confirm': ofImport({ body: { revision: 0 } }),
  'deskImports.undo': ofImport(),
  'deskSubmissions.submissions': { reaches: 'desk' },
  'deskSubmissions.submission': {
    reaches: 'things at the desk',
    send: ({ offerId }) => ({ params: { offer_id: offerId } }),
  },
  'documents.documents': {
    reaches: 'own syndicate',
    guests: 'documents',
    send: ({ syndicateId }) => ({ params: { syndication_id: syndicateId } }),
  },
  'documents.download': {
    reaches: 'own syndicate',
    guests: 'documents',
    send: ({ syndicateId, documentId }) => ({
      params: { syndication_id: syndicateId, document_id: documentId },
    }),
  },
  'deskDocuments.documents': { reaches: 'desk' },
  'deskDocuments.recipients': { reaches: 'desk' },
  'deskDocuments.document': {
    reaches: 'things at the desk',
    send: ({ documentId }) => ({ params: { document_id: documentId } }),
  },
  'deskDocuments.announce': {
    reaches: 'desk',
    needs: ['prepare-payouts'],
    send: () => ({ body: { file_name: 'a.pdf', file_size: 3 } }),
  },
  'deskDocuments.uploaded': {
    // Only who has announced it, and none of these callers did.
    reaches: 'nothing',
    send: ({ documentId }) => ({ params: { document_id: documentId } }),
  },
  'deskDocuments.publish': {
    reaches: 'things at the desk',
    needs: ['prepare-payouts'],
    send: ({ documentId, syndicateId }) => ({
      body: { documents: [publishedTo(documentId, { syndicate_ids: [syndicateId] })] },
    }),
  },
  'deskDocuments.withdraw': {
    reaches: 'things at the desk',
    needs: ['prepare-payouts'],
    send: ({ withdrawnDocumentId }) => ({
      params: { document_id: withdrawnDocumentId },
      body: { reason: 'Wrong year' },
    }),
  },
  'deskDocuments.file': {
    reaches: 'things at the desk',
    send: ({ documentId }) => ({ params: { document_id: documentId } }),
  },
  'operatorDocuments.documents': { reaches: 'tenant of the token' },
  'operatorDocuments.announce': {
    reaches: 'tenant of the token',
    send: () => ({ body: { file_name: 'a.pdf', file_size: 3 } }),
  },
  'operatorDocuments.uploaded': {
    reaches: 'things of the tenant',
    send: ({ withdrawnDocumentId }) => ({ params: { document_id: withdrawnDocumentId } }),
  },
  'operatorDocuments.publish': {
    reaches: 'things of the tenant',
    send: ({ documentId, syndicateId }) => ({
      body: { documents: [publishedTo(documentId, { syndicates: [String(syndicateId)] })] },
    }),
  },
  'operatorDocuments.withdraw': {
    reaches: 'things of the tenant',
    send: ({ withdrawnDocumentId }) => ({
      params: { document_id: withdrawnDocumentId },
      body: { reason: 'Wrong year' },
    }),
  },
  'deskFiles.filesOfOffer': {
    reaches: 'things at the desk',
    send: ({ offerId }) => ({ params: { offer_id: offerId } }),
  },
  'deskFiles.filesOfDeal': ofDealAtDesk,
  'deskFiles.dealFile': {
    reaches: 'things at the desk',
    needs: ['send-offers'],
    send: ({ dealFileId }) => ({ params: { id: dealFileId } }),
  },
  'deskFiles.announceFile': {
    reaches: 'things at the desk',
    needs: ['change-deals'],
    send: ({ dealId }) => ({ params: { deal_id: dealId }, body: { file_name: 'a.pdf', file_size: 3 } }),
  },
  'deskFiles.fileUploaded': {
    // Only who has announced it, and none of these callers did.
    reaches: 'nothing',
    send: ({ dealId, deskFileId }) => ({ params: { deal_id: dealId, file_id: deskFileId } }),
  },
  'deskFiles.deskFile': {
    reaches: 'things at the desk',
    send: ({ dealId, deskFileId }) => ({ params: { deal_id: dealId, file_id: deskFileId } }),
  },
  'deskFcs.sheet': ofDealAtDesk,
  'deskFcs.statement': {
    reaches: 'things at the desk',
    send: ({ dealId, fileId }) => ({ params: { deal_id: dealId, file_id: fileId } }),
  },
  'deskFiles.scheduleA': {
    reaches: 'things at the desk',
    send: ({ dealId, syndicateId }) => ({ params: { deal_id: dealId, syndicate_id: syndicateId } }),
  },
  'deskStatements.statements': {
    reaches: 'things at the desk',
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId } }),
  },
  'deskStatements.statementPdf': ofStatementAtDesk,
  'deskStatements.statementWorkbook': ofStatementAtDesk,
  'deskLinks.links': { reaches: 'desk' },
  'deskLinks.issueLink': {
    reaches: 'things at the desk',
    needs: ['send-offers'],
    send: ({ offerId }) => ({ body: { kind: 'offer', offer_id: offerId } }),
  },
  'deskLinks.askForLink': {
    reaches: 'things at the desk',
    needs: ['send-offers'],
    send: ({ offerId }) => ({ body: { offer_id: offerId, reason: 'No mail reaches the broker' } }),
  },
  'deskLinks.revokeLink': {
    reaches: 'things at the desk',
    needs: ['send-offers'],
    send: ({ linkId }) => ({ params: { id: linkId }, body: { reason: 'Sent by mistake' } }),
  },
  'deskChangeNotices.notices': { reaches: 'desk' },
  'deskChangeNotices.enter': {
    reaches: 'desk',
    needs: ['prepare-payouts'],
    send: () => ({
      body: {
        trace_number: '0'.repeat(15),
        code: 'C05',
        account_number: null,
        routing_number: null,
        account_type: 'savings',
      },
    }),
  },
  'deskChangeNotices.apply': ofNotice,
  'deskChangeNotices.dismiss': ofNotice,
  'deskPayouts.runs': { reaches: 'desk' },
  'deskPayouts.run': ofRun(undefined),
  'deskPayouts.prepare': {
    reaches: 'desk',
    needs: ['prepare-payouts'],
    send: () => ({ body: { pay_date: '2026-11-14' } }),
  },
  'deskPayouts.remind': ofRun(['prepare-payouts']),
  'deskPayouts.discard': ofRun(['prepare-payouts']),
  'deskPayouts.approve': ofRun(['approve-money'], { fingerprint: 'a'.repeat(32) }),
  'deskPayouts.withdrawApproval': ofRun(['approve-money']),
  'deskPayouts.makeFile': ofRun(['prepare-payouts']),
  'deskPayouts.downloadFile': ofRun(undefined, {}),
  'deskPayouts.settle': ofRun(['prepare-payouts']),
  'deskPayouts.takeBackSettlement': ofRun(['prepare-payouts'], { reason: 'A test' }),
  'deskPayouts.leaveOut': ofRun(['approve-money'], { reason: 'A test' }),
  'deskPayouts.refuseFile': ofRun(['prepare-payouts'], { reason: 'A test' }),
  'deskPayouts.describeAccount': {
    reaches: 'things at the desk',
    needs: ['prepare-payouts'],
    send: ({ syndicateId }) => ({
      params: { syndicate_id: syndicateId },
      body: { account_type: 'checking', holder_kind: 'business', holder_name: null },
    }),
  },
  'deskPayouts.confirmAccount': {
    reaches: 'things at the desk',
    needs: ['prepare-payouts'],
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId }, body: { reason: 'A test' } }),
  },
  'deskPayouts.nameOriginator': changesSettings({
    odfi_routing: '021000021',
    bank_name: 'Hudson Trust',
    immediate_origin: '1234567890',
    company_id: '1234567890',
    company_name: 'Matrix',
    cutoff_minute: 840,
    offset_account: null,
    reason: 'A test',
  }),
  'deskReturns.files': { reaches: 'desk' },
  'deskReturns.file': ofReturnFile(undefined),
  'deskReturns.read': {
    reaches: 'desk',
    needs: ['prepare-payouts'],
    send: () => ({ body: { name: 'returns.ach', text: '101 nothing' } }),
  },
  'deskReturns.type': {
    reaches: 'desk',
    needs: ['prepare-payouts'],
    send: () => ({
      body: { trace_number: '0'.repeat(15), return_code: 'R03', amount: '1.00', reason: 'A test' },
    }),
  },
  'deskReturns.enter': ofReturnFile(['prepare-payouts'], SEEN_OF_FILE),
  'deskReturns.askToEnter': ofReturnFile(['prepare-payouts'], SEEN_OF_FILE),
  'deskReturns.discard': ofReturnFile(['prepare-payouts']),
  'deskReturns.previewTakeBack': ofReturned(undefined),
  'deskReturns.takeBack': ofReturned(['prepare-payouts'], TAKEN_BACK),
  'deskReturns.askToTakeBack': ofReturned(['prepare-payouts'], TAKEN_BACK),
  'deskSearch.search': { reaches: 'desk', send: () => ({ body: { q: 'deal' } }) },
  'deskPosting.announceSheet': {
    reaches: 'desk',
    needs: ['post-payments'],
    send: () => ({ body: { file_name: 'a.csv', file_size: 3 } }),
  },
  'deskPosting.sheetUploaded': {
    // Only who has announced it, and none of these callers did.
    reaches: 'nothing',
    send: ({ daySheetId }) => ({ params: { file_id: daySheetId } }),
  },
  'deskPosting.sheet': ofDaySheet(),
  'deskPosting.sheetLines': ofDaySheet({ query: { verdict: 'refused' } }),
  'deskPosting.mapSheet': ofDaySheet({
    body: { name: 'Bank', mapping: { mid: { from: 'column', column: 'MID' } } },
  }),
  'deskPosting.decideLine': {
    reaches: 'things at the desk',
    needs: ['post-payments'],
    send: ({ daySheetId }) => ({ params: { file_id: daySheetId, line: 2 }, body: { decision: null } }),
  },
  'deskPosting.acceptLines': ofDaySheet({ body: { check_number: 99, lines: [2], reason: 'A test' } }),
  'deskPosting.discardSheet': ofDaySheet(),
  'deskPosting.stateTotal': ofDaySheet({ body: { stated_total: '1.00', difference_reason: null } }),
  'deskPosting.postSheet': ofDaySheet({ body: { check_number: 99, complete_through: '2026-10-05' } }),
  'deskPayments.postingRuns': { reaches: 'desk' },
  'deskPayments.waitingLines': { reaches: 'desk' },
  'deskPayments.payments': { reaches: 'desk' },
  'deskPayments.postLine': waitingLine({}),
  'deskPayments.dropLine': waitingLine({ reason: 'The bank sends it again.' }),
  'deskRequests.requests': { reaches: 'desk' },
  'deskRequests.request': {
    reaches: 'things at the desk',
    send: ({ caseId }) => ({ params: { request_id: caseId } }),
  },
  'deskRequests.take': changedCase({ owner_id: null }),
  'deskRequests.handOver': {
    reaches: 'things at the desk',
    needs: ['answer-requests'],
    send: ({ caseId, userId }) => ({
      params: { request_id: caseId },
      body: { owner_id: null, new_owner_id: userId },
    }),
  },
  'deskRequests.answer': changedCase({ message: '<p>Yes</p>', is_done: false, heard: 1 }),
  'deskRequests.announceFile': changedCase({ file_name: 'a.pdf', file_size: 3 }),
  'deskRequests.fileUploaded': {
    // Only who has announced it, and none of these callers did.
    reaches: 'nothing',
    send: ({ caseId, stagedFileId }) => ({ params: { request_id: caseId, file_id: stagedFileId } }),
  },
  'deskRequests.fetchFile': {
    reaches: 'things at the desk',
    send: ({ caseId, caseFileId }) => ({ params: { request_id: caseId, file_id: caseFileId } }),
  },
  'deskRequests.close': changedCase({ heard: 1 }),
  'deskRequests.reopen': changedCase(),
  'deskDeals.deals': { reaches: 'desk' },
  'deskDeals.deal': ofDealAtDesk,
  'deskDeals.payments': ofDealAtDesk,
  'deskDeals.payment': {
    reaches: 'things at the desk',
    send: ({ paymentId }) => ({ params: { payment_id: paymentId } }),
  },
  'deskCorrections.previewCorrection': ofPaymentAtDesk({}),
  // As if the payment had changed: by itself this correction would take two people.
  'deskCorrections.correct': ofPaymentAtDesk({ ...ASKED_CORRECTION, seen_amount: '1.00' }),
  'deskCorrections.askToCorrect': ofPaymentAtDesk(ASKED_CORRECTION),
  'deskDealChanges.previewChange': ofChangedDeal(),
  'deskDealChanges.change': ofChangedDeal({ seen: [] }),
  'deskDealChanges.askToChange': ofChangedDeal({ seen: [] }),
  'deskFunding.previewFunding': ofFunding(),
  'deskFunding.fund': ofFunding({ fingerprint: 'a'.repeat(32) }),
  'deskFunding.askToFund': ofFunding({ fingerprint: 'a'.repeat(32), reason: 'Signed' }),
  'deskNotes.notes': ofDealAtDesk,
  'deskNotes.writeNote': {
    reaches: 'things at the desk',
    needs: ['change-deals'],
    send: ({ dealId }) => ({
      params: { deal_id: dealId },
      body: { kind: 'Activity', note: '<p>Called</p>', is_pinned: false },
    }),
  },
  'deskNotes.pinNote': {
    reaches: 'things at the desk',
    needs: ['change-deals'],
    send: ({ noteId }) => ({ params: { note_id: noteId }, body: { is_pinned: true } }),
  },
  'deskWhy.figures': {
    reaches: 'things at the desk',
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId } }),
  },
  'deskWhy.breakdown': {
    reaches: 'things at the desk',
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId, figure: 'posted-payouts' } }),
  },
  'deskWhy.share': {
    reaches: 'things at the desk',
    send: ({ syndicateId, mid }) => ({ params: { syndicate_id: syndicateId, contract_MID: mid } }),
  },
  'deskWhy.compare': {
    reaches: 'things at the desk',
    send: ({ syndicateId, mid }) => ({
      params: { syndicate_id: syndicateId },
      body: { figure: 'net-balance', pasted: `${mid}\t1.00` },
    }),
  },

  'deskPeople.people': { reaches: 'desk', send: () => ({ body: {} }) },
  'deskPeople.person': {
    reaches: 'things at the desk',
    send: ({ userId }) => ({ params: { user_id: userId } }),
  },
  'deskPeople.invitePerson': {
    reaches: 'desk',
    needs: ['manage-people'],
    send: ({ mark }) => ({
      body: { email: `new.${mark.toLowerCase()}@broker.example`, name: 'New', role: 'broker' },
    }),
  },
  'deskPeople.inviteAgain': managedUser,
  'deskPeople.changePerson': {
    ...managedUser,
    send: ({ userId }) => ({ params: { user_id: userId }, body: { can_view_fcs: true } }),
  },
  'deskPeople.unlockPerson': managedUser,
  'deskPeople.endSessions': managedUser,
  'deskPeople.askForFactorReset': {
    ...managedUser,
    send: ({ userId }) => ({ params: { user_id: userId }, body: { reason: 'A new phone' } }),
  },
  'deskPeople.closePerson': managedUser,
  'deskPeople.reopenPerson': managedUser,

  'dealPage.dealOfSyndicate': ofSyndicate(
    ({ syndicateId, dealPublicId }) => ({
      params: { syndication_id: syndicateId, deal_unique_id: dealPublicId },
    }),
    'tables',
  ),
  'dealPage.scheduleA': ofSyndicate(
    ({ syndicateId, dealPublicId }) => ({
      params: { syndication_id: syndicateId, deal_unique_id: dealPublicId },
    }),
    'documents',
  ),

  'fcs.deal': { reaches: 'deal file', send: ({ dealPublicId }) => ({ params: { unique_id: dealPublicId } }) },
  'fcs.company': ofDeal,
  'fcs.addresses': ofCompany,
  'fcs.owners': ofCompany,
  'fcs.bankAccounts': ofCompany,
  'fcs.statementMonths': ofCompany,
  'fcs.accountAverages': ofCompany,
  'fcs.existingAdvances': ofCompany,
  'fcs.acceptedOffer': ofDeal,
  'fcs.linkToStatement': {
    reaches: 'deal file',
    send: ({ fileId }) => ({ params: { file_id: fileId }, body: {} }),
  },
  'fcs.openStatement': {
    reaches: 'nothing',
    send: ({ tenantId, fileId }) => ({ params: { tenant_id: tenantId, file_id: fileId } }),
  },

  'operatorBankChanges.bankChanges': { reaches: 'tenant of the token' },
  'operatorBankChanges.cancelBankChange': {
    reaches: 'things of the tenant',
    send: ({ bankChangeId }) => ({ params: { bank_change_id: bankChangeId } }),
  },

  'operatorCash.cashOfSyndicate': {
    reaches: 'things of the tenant',
    send: ({ syndicateId }) => ({ params: { syndicate: syndicateId } }),
  },
  'operatorCash.recordCashEntry': {
    reaches: 'things of the tenant',
    send: ({ syndicateId, mark }) => ({
      body: { syndicate: String(syndicateId), kind: 'deposit', amount: '1.00', reference: mark },
    }),
  },
  'operatorCash.withdrawals': { reaches: 'tenant of the token' },
  'operatorCash.enterWithdrawal': {
    reaches: 'things of the tenant',
    send: ({ syndicateId, mark }) => ({
      body: { syndicate: String(syndicateId), amount: '1.00', reference: mark },
    }),
  },
  'operatorCash.settleWithdrawal': {
    reaches: 'things of the tenant',
    send: ({ syndicateId, mark }) => ({
      body: { syndicate: String(syndicateId), reference: mark, state: 'declined' },
    }),
  },

  'operatorCorrections.correctPayment': {
    reaches: 'things of the tenant',
    send: ({ mark }) => ({ body: { reference: mark, reason: 'Mistyped', amount: '700.00' } }),
  },

  'operatorDealStatus.setDealStatus': {
    reaches: 'things of the tenant',
    send: ({ mid }) => ({ body: { mid, status: 'Active Advance', reason: 'Paying' } }),
  },

  'operatorDealTerms.changeTerms': {
    reaches: 'things of the tenant',
    send: ({ mid }) => ({ body: { mid, change: 'modified', payment: '350.00', reason: 'Agreed' } }),
  },
  'operatorDealTerms.terms': {
    reaches: 'things of the tenant',
    send: ({ mid }) => ({ query: { mid } }),
  },

  'operatorFiles.dealFiles': {
    reaches: 'things of the tenant',
    send: ({ dealId }) => ({ params: { deal: dealId } }),
  },
  'operatorFiles.fetchFile': {
    reaches: 'things of the tenant',
    send: ({ dealFileId }) => ({ params: { id: dealFileId } }),
  },

  'operatorImports.importRows': {
    reaches: 'tenant of the token',
    send: () => ({ query: { kind: 'companies', dry_run: 'true' } }),
  },

  'invitations.invitationOfLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },
  'invitations.answerInvitation': {
    reaches: 'everybody',
    send: () => ({ body: { token: LINK, accept: true } }),
  },

  'invites.invite': {
    reaches: 'own syndicate',
    send: ({ invitePublicId }) => ({ params: { unique_id: invitePublicId } }),
  },
  'inviteThreads.thread': {
    reaches: 'own syndicate',
    send: ({ invitePublicId }) => ({ params: { unique_id: invitePublicId } }),
  },
  'inviteThreads.announceFile': {
    reaches: 'own syndicate',
    send: ({ invitePublicId }) => ({
      params: { unique_id: invitePublicId },
      body: { file_name: 'a.pdf', file_size: 3 },
    }),
  },
  'inviteThreads.fileUploaded': {
    reaches: 'nothing',
    send: ({ invitePublicId, stagedFileId }) => ({
      params: { unique_id: invitePublicId, file_id: stagedFileId },
    }),
  },
  'inviteThreads.fetchFile': {
    reaches: 'own syndicate',
    send: ({ invitePublicId, caseFileId }) => ({
      params: { unique_id: invitePublicId, file_id: caseFileId },
    }),
  },
  'invites.invitedDeal': {
    reaches: 'own syndicate',
    send: ({ invitedDealId }) => ({ params: { deal_id: invitedDealId } }),
  },
  'invites.acceptPreFunding': {
    reaches: 'own syndicate',
    // No invite allows this share, so a caller who is admitted is told so.
    send: ({ invitedDealId, syndicateId, inviteId }) => ({
      body: {
        deal_id: invitedDealId,
        syndicate_id: syndicateId,
        history_id: inviteId,
        payPercent: '0.01',
        message: '',
      },
    }),
  },
  'invites.requestAdjustment': {
    reaches: 'own syndicate',
    send: ({ invitedDealId, syndicateId, inviteId }) => ({
      body: { deal_id: invitedDealId, syndicate_id: syndicateId, id: inviteId, message: 'A question' },
    }),
  },

  'offers.offerForBroker': {
    reaches: 'offer link',
    send: ({ offerId }, caller) => ({ params: { lender_id: offerId, unique_id: linkOf(caller) } }),
  },
  'offers.fileCategories': underOfferLink,
  'offers.stageFile': {
    reaches: 'the link alone',
    send: () => ({ body: { file_name: 'a.pdf', file_size: 10, file_category_id: null } }),
  },
  'offers.fileUploaded': {
    reaches: 'offer link',
    send: ({ stagedFileId }) => ({ params: { id: stagedFileId } }),
  },
  'offers.stagedFiles': underOfferLink,
  'offers.removeStagedFile': {
    reaches: 'offer link',
    send: ({ stagedFileId }) => ({ params: { id: stagedFileId } }),
  },
  'offers.acceptOffer': {
    reaches: 'offer link',
    // A version of the terms that the offer never had.
    send: ({ offerId }) => ({
      params: { id: offerId },
      body: { lender_commission_percentage: '10', version: 999, iso_message: 'x', deal_files: [] },
    }),
  },

  'operator.describeToken': { reaches: 'tenant of the token' },

  'operatorLinks.issueLink': {
    reaches: 'things of the tenant',
    send: ({ offerId }) => ({ body: { kind: 'offer', offer_id: offerId } }),
  },
  'operatorLinks.listLinks': { reaches: 'tenant of the token' },
  'operatorLinks.revokeLink': {
    reaches: 'things of the tenant',
    send: ({ linkId }) => ({ params: { id: linkId } }),
  },

  'operatorBook.deals': { reaches: 'tenant of the token' },
  'operatorBook.participations': {
    reaches: 'things of the tenant',
    send: ({ dealId }) => ({ query: { deal: `${dealId}` } }),
  },
  'operatorBook.payments': { reaches: 'tenant of the token' },
  'operatorBook.syndicates': { reaches: 'tenant of the token' },
  'operatorBook.exportBook': { reaches: 'tenant of the token', send: () => ({ query: { table: 'deals' } }) },

  'operatorPosting.postDay': { reaches: 'tenant of the token', send: () => ({ query: { dry_run: 'true' } }) },
  'operatorReconciliation.lastReconciliation': { reaches: 'tenant of the token' },
  'operatorReconciliation.queueReconciliation': {
    reaches: 'tenant of the token',
    send: () => ({ body: {} }),
  },
  'operatorReports.queueReports': { reaches: 'tenant of the token', send: () => ({ body: {} }) },

  'operatorAudit.auditEvents': { reaches: 'tenant of the token' },
  'operatorAudit.exportAudit': { reaches: 'tenant of the token' },

  'operatorSettings.settings': { reaches: 'tenant of the token' },
  'operatorSettings.changeSettings': {
    reaches: 'tenant of the token',
    send: () => ({ body: { support_email: 'help@funder.example' } }),
  },

  'operatorUsers.users': { reaches: 'tenant of the token' },
  'operatorUsers.inviteUser': {
    // The tenant has no such syndicate, so a caller who is admitted is told so, and nobody is invited.
    reaches: 'tenant of the token',
    send: ({ syndicateId }) => ({
      body: {
        email: `${crypto.randomUUID()}@investor.example`,
        name: 'Ines Ortega',
        role: 'syndication',
        syndicate: String(syndicateId),
      },
    }),
  },
  'operatorUsers.inviteEverybody': { reaches: 'tenant of the token' },
  'operatorUsers.inviteAgain': ofUser,
  'operatorUsers.changePermissions': {
    ...ofUser,
    send: ({ userId }) => ({ params: { user_id: userId }, body: { can_view_fcs: false } }),
  },
  'operatorUsers.closeUser': ofUser,
  'operatorUsers.reopenUser': ofUser,
  'operatorUsers.unlockUser': ofUser,
  'operatorUsers.resetSecondFactor': ofUser,

  'passwords.sendResetLink': {
    reaches: 'everybody',
    send: ({ mark }) => ({ body: { email: `${mark}@nobody.example` } }),
  },
  'passwords.checkEmail': {
    reaches: 'everybody',
    send: ({ mark }) => ({ body: { email: `${mark}@investor.example` } }),
  },
  'passwords.checkResetLink': { reaches: 'everybody', send: () => ({ body: { id: TOKEN } }) },
  'passwords.resetPassword': {
    reaches: 'everybody',
    send: () => ({ body: { id: TOKEN, password: 'Something-long-2026' } }),
  },
  'passwords.changePassword': {
    reaches: 'self',
    guests: 'own account',
    changesAccount: true,
    send: (_, { userId }) => ({
      body: { user_id: userId, password: 'Something-long-2026', oldpassword: WRONG },
    }),
  },

  'cash.cashAccount': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'cash.cashMovements': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'cash.exportCash': ofSyndicate(({ syndicateId }) => ({ body: { syndication_id: syndicateId } })),
  'cash.requestWithdrawal': {
    reaches: 'own syndicate',
    send: ({ syndicateId }) => ({
      body: {
        syndication_id: syndicateId,
        amount: '1.00',
        request_id: '0c6a1b8e-5d0c-4f43-9d1c-6f0f7f3a5b1e',
        password: WRONG,
      },
    }),
  },
  'cash.cancelWithdrawal': {
    reaches: 'own syndicate',
    send: ({ syndicateId }) => ({ body: { syndication_id: syndicateId, withdrawal_id: 1 } }),
  },

  'asOf.bookAsOf': ofSyndicate(({ syndicateId }) => ({
    params: { syndication_id: syndicateId },
    query: { date: '2026-11-13', compare: '2026-11-10' },
  })),
  'asOf.bookChanges': ofSyndicate(({ syndicateId }) => ({
    params: { syndication_id: syndicateId },
    query: { date: '2026-11-13', compare: '2026-11-10' },
  })),
  'asOf.exportBookAsOf': ofSyndicate(({ syndicateId }) => ({
    body: { syndication_id: syndicateId, date: '2026-11-13' },
  })),
  'returns.exportReturns': ofSyndicate(({ syndicateId }) => ({ body: { syndication_id: syndicateId } })),
  'returns.returns': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'returns.returnFlows': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'returns.filteredReturns': ofSyndicate(({ syndicateId }) => ({ body: { syndication_id: syndicateId } })),
  'forecast.forecast': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'forecast.exportForecast': ofSyndicate(({ syndicateId }) => ({ body: { syndication_id: syndicateId } })),
  'insights.insights': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'insights.lostDeals': ofSyndicate(({ syndicateId }) => ({
    params: { syndication_id: syndicateId },
    query: { by: 'funded', quarter: '2026-10-01', basis: 'cost' },
  })),
  'insights.exportInsights': ofSyndicate(({ syndicateId }) => ({
    body: { syndication_id: syndicateId, part: 'losses' },
  })),
  'insights.setLimits': {
    reaches: 'own syndicate',
    send: ({ syndicateId }) => ({
      params: { syndication_id: syndicateId },
      body: { limits: [{ kind: 'industry', limit_percent: '20' }] },
    }),
  },
  'watchlist.exportWatchlist': ofSyndicate(({ syndicateId }) => ({ body: { syndication_id: syndicateId } })),
  'watchlist.watchlist': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),

  'statements.statements': ofSyndicate(
    ({ syndicateId }) => ({ params: { syndication_id: syndicateId } }),
    'statements',
  ),
  'statements.statementPdf': ofSyndicate(
    ({ syndicateId, statementId }) => ({
      params: { syndication_id: syndicateId, statement_id: statementId },
    }),
    'statements',
  ),
  'statements.statementWorkbook': ofSyndicate(
    ({ syndicateId, statementId }) => ({
      params: { syndication_id: syndicateId, statement_id: statementId },
    }),
    'statements',
  ),

  'payouts.payDates': ofSyndicate(
    ({ syndicateId }) => ({ params: { syndication_id: syndicateId } }),
    'payouts',
  ),
  'payouts.payDateDeals': ofSyndicate(
    ({ syndicateId }) => ({
      query: { syndication_id: syndicateId, pay_date: '2026-11-13' },
    }),
    'payouts',
  ),
  'payouts.exportPayDate': ofSyndicate(
    ({ syndicateId }) => ({
      body: { syndication_id: syndicateId, pay_date: '2026-11-13' },
    }),
    'payouts',
  ),

  'portfolio.portfolioTotals': ofSyndicate(
    ({ syndicateId }) => ({
      params: { syndication_id: syndicateId },
    }),
    'tables',
  ),
  'portfolio.compactSyndicates': { reaches: 'all syndicates' },
  'portfolio.participations': ofSyndicate(
    ({ syndicateId }) => ({
      body: { syndication_id: syndicateId, page: 1, length: 25, origin: 'quickview' },
    }),
    'tables',
  ),
  'portfolio.exportParticipations': ofSyndicate(
    ({ syndicateId }) => ({
      body: { syndication_id: syndicateId, origin: 'quickview' },
    }),
    'tables',
  ),
  'portfolio.filterLists': ofSyndicate(
    ({ syndicateId }) => ({ params: { syndication_id: syndicateId } }),
    'tables',
  ),
  'portfolio.dealPayouts': ofSyndicate(
    ({ syndicateId, mid }) => ({
      body: { syndication_id: syndicateId, contract_MID: mid },
    }),
    'tables',
  ),
  'portfolio.dealNotes': ofSyndicate(({ mid }) => ({
    query: { contract_MID: mid, deal_note_type: 'Collection' },
  })),

  'deskGuests.guestsOfInvestor': {
    reaches: 'things at the desk',
    send: ({ syndicateId }) => ({ params: { syndicate_id: syndicateId } }),
  },
  'deskGuests.endGuest': {
    reaches: 'things at the desk',
    needs: ['manage-people'],
    send: ({ deskGuestId }) => ({ params: { guest_id: deskGuestId } }),
  },

  'guests.guests': ofGuests(),
  'guests.inviteGuest': ofGuests({ body: { ...OPENED, email: 'books@ledger.example', name: 'Lee Book' } }),
  'guests.inviteGuestAgain': ofGuests(),
  'guests.changeGuest': ofGuests({ body: OPENED }),
  'guests.endGuest': ofGuests(),
  'guests.guestAccess': { reaches: 'self as a guest' },

  'profile.portalUserProfile': {
    reaches: 'syndicate',
    guests: 'own account',
    send: ({ syndicateId }, { userId }) => ({
      params: { user_id: userId },
      query: { syndicate_id: syndicateId },
    }),
  },
  'profile.userPermissions': {
    reaches: 'self in the portal',
    guests: 'own account',
    send: (_, { userId }) => ({ params: { user_id: userId } }),
  },
  'profile.updateContact': {
    reaches: 'own syndicate',
    send: ({ syndicateId }, { userId }) => ({
      body: {
        user_id: userId,
        syndicate_id: syndicateId,
        name: 'Ann Lee',
        syndicate_phone_number: 'none',
        syndicate_phone_type: 'Office',
        syndicate_street: '1 Main St',
        syndicate_city: 'Akron',
        syndicate_state: 'OH',
        syndicate_zip: '1',
        syndicate_esign_email: 'esign@ownmark.example',
        syndicate_cc_emails: [],
      },
    }),
  },
  'profile.changeBankAccount': {
    reaches: 'own syndicate',
    send: ({ syndicateId }, { userId }) => ({
      body: {
        user_id: userId,
        syndicate_id: syndicateId,
        syndicate_bank_name: 'Bank',
        password: WRONG,
        syndicate_account_number: '123456786789',
        syndicate_routing_number: '021000021',
      },
    }),
  },
  'profile.cancelBankChange': {
    reaches: 'own syndicate',
    send: ({ syndicateId }) => ({ body: { syndicate_id: syndicateId } }),
  },
  'profile.revealBankNumbers': {
    reaches: 'own syndicate',
    send: ({ syndicateId }) => ({ body: { syndicate_id: syndicateId, password: WRONG } }),
  },
  'notifications.notificationChoices': { reaches: 'self in the portal' },
  'notifications.chooseNotification': {
    reaches: 'self in the portal',
    send: () => ({ body: { kind: 'new_deal', choice: 'daily' } }),
  },
  'notifications.notificationsOfLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },
  'notifications.switchOffByLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },
  'notifications.unsubscribe': { reaches: 'everybody', send: () => ({ params: { token: LINK } }) },
  'notifications.openUnsubscribePage': { reaches: 'everybody', send: () => ({ params: { token: LINK } }) },
  'profile.bankChangeOfLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },
  'profile.cancelBankChangeByLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },

  'secondFactor.secondFactorState': { reaches: 'self', guests: 'own account' },
  'secondFactor.startTotp': again,
  'secondFactor.confirmTotp': {
    reaches: 'self',
    guests: 'own account',
    changesAccount: true,
    send: () => ({ body: { code: '000000' } }),
  },
  'secondFactor.removeTotp': again,
  'secondFactor.startPasskey': again,
  'secondFactor.finishPasskey': {
    reaches: 'self',
    guests: 'own account',
    changesAccount: true,
    send: () => ({
      body: {
        name: 'Key',
        registration: {
          id: TOKEN,
          rawId: TOKEN,
          type: 'public-key',
          response: { clientDataJSON: TOKEN, attestationObject: TOKEN },
        },
      },
    }),
  },
  'secondFactor.removePasskey': {
    reaches: 'self',
    guests: 'own account',
    changesAccount: true,
    send: () => ({ body: { id: 'abc', password: WRONG } }),
  },
  'secondFactor.renewRecoveryCodes': again,
  'secondFactor.factorResetOfLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },
  'secondFactor.cancelFactorResetByLink': { reaches: 'everybody', send: () => ({ body: { token: LINK } }) },

  'sessions.listSessions': { reaches: 'self', guests: 'own account' },
  'sessions.endSessions': {
    reaches: 'self',
    guests: 'own account',
    send: () => ({ body: { which: 'others', password: WRONG } }),
  },

  'since.sinceLastVisit': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'since.recordVisit': ofSyndicate(({ syndicateId }) => ({ params: { syndication_id: syndicateId } })),
  'since.hideSince': ofSyndicate(({ syndicateId }) => ({
    params: { syndication_id: syndicateId },
    body: { through: '2026-11-13T14:04:00Z' },
  })),
};
