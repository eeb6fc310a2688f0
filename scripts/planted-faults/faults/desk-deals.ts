import type { PlantedFault } from '../planted-fault.ts';

const DEALS = 'src/server/features/deals/deals.test.ts';
const CHANGES = 'src/server/features/deals/change-deals.test.ts';
const ALONE = 'src/server/features/deals/change-deals-alone.test.ts';
const CORRECTIONS = 'src/server/features/corrections/desk-corrections.test.ts';
const DESK_FILES = 'src/server/features/deal-files/desk-uploads.test.ts';
const NOTES = 'src/server/features/deals/notes.test.ts';
const FUNDING = 'src/server/features/deals/funding.test.ts';
const SCHEDULE_A = 'src/server/schedule-a/schedule-a.test.ts';
const BROWSER = 'e2e/desk-deals.spec.ts';

export const deskDealsFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-110'],
    broken: 'the next page of the deals begins with the newest again',
    file: 'src/server/features/deals/deals.queries.ts',
    from: 'sql`id < ${before}`',
    to: 'sql`id < ${before + 1_000_000n}`',
    test: {
      file: DEALS,
      title: 'DESK-110 the list goes on where it ended, however many deals come meanwhile',
    },
  },
  {
    ids: ['DESK-111'],
    broken: 'a share shows what it got before fees',
    file: 'src/server/features/deals/deal.queries.ts',
    from: 'netPay: netCents',
    to: 'netPay: grossCents',
    test: {
      file: DEALS,
      title:
        'DESK-111 a deal shows its terms and their history, its shares with what each got, its statuses with who and why, and its offers',
    },
  },
  {
    ids: ['DESK-112'],
    broken: 'a payment that was corrected does not say what takes its place',
    file: 'src/server/features/deals/payments.queries.ts',
    from: 'replacementReference: taken.otherTrace',
    to: 'replacementReference: null',
    test: {
      file: DEALS,
      title:
        'DESK-112 each payment of a deal is listed with its payout lines and who posted it, and a correction with who, why and the other payment',
    },
  },
  {
    ids: ['DESK-113'],
    broken: 'the payments of a deal that is not there are none',
    file: 'src/server/features/deals/deals.routes.ts',
    from: 'await readDeal(tx, tenantId, dealId);\n',
    to: '',
    test: {
      file: DEALS,
      title:
        'DESK-113 what belongs to another funder, or to nobody, is not found, and who may not see the desk gets nothing',
    },
  },
  {
    ids: ['DESK-114'],
    broken: 'the status of the list is not in the address',
    file: 'src/web/desk/features/deals/deal-choice.ts',
    from: "navigate(deskAddress('deals', { search: { ...choice, ...change } }), { replace: true });",
    to: "navigate(deskAddress('deals', { search: { search: change.search } }), { replace: true });",
    test: {
      file: BROWSER,
      title:
        'DESK-114 by keyboard: from the list to a deal, its payments and their lines, and the address says what is listed',
    },
    says: 'toHaveURL',
  },
  {
    ids: ['DESK-115'],
    broken: 'a payment that was found leads to its deal, but is not opened there',
    file: 'src/web/desk/features/deals/payment-row.tsx',
    from: 'useState(isAskedFor)',
    to: 'useState(false)',
    test: {
      file: BROWSER,
      title: 'DESK-115 the search leads to a deal and to a payment of it, opened there',
    },
    says: 'Payout lines of',
  },
  {
    ids: ['DESK-120'],
    broken: 'the preview of a correction is not taken back',
    file: 'src/server/platform/db/undone.ts',
    from: 'await sql`rollback to savepoint before_trial`.execute(tx);',
    to: 'await sql`release savepoint before_trial`.execute(tx);',
    test: {
      file: CORRECTIONS,
      title:
        'DESK-120 the preview tells the lines, the effect on each investor and pay date, and the status, and changes nothing',
    },
  },
  {
    ids: ['DESK-121'],
    broken: 'one person voids a payment of any size',
    file: 'src/shared/domain/money-limits.ts',
    from: 'BigInt(limitDollars) * 100n',
    to: 'BigInt(limitDollars) * 10000n',
    test: {
      file: CORRECTIONS,
      title:
        'DESK-121 one person corrects up to the limit while the pay date is open, once however often it is sent',
    },
  },
  {
    ids: ['DESK-30'],
    broken:
      'somebody who was closed while an approval waited for the book still counts as having asked for it',
    file: 'src/server/approvals/decide-approval.ts',
    from: 'the trail is locked.\n  await requireTwo(tx, which, approval, decider);',
    to: 'the trail is locked.',
    test: {
      file: 'src/server/features/corrections/desk-corrections.test.ts',
      title:
        'DESK-30 DESK-122 who is closed while an approval waits for the book has not asked for it any more',
    },
  },
  {
    ids: ['DESK-122'],
    broken: 'approving a correction breaks off a withdrawal or an import that runs at the same time',
    file: 'src/server/approvals/decide-approval.ts',
    from: '  const performed = await KINDS[approval.kind].perform(',
    to: "  await recordDecision(tx, which, approval, 'approved', decider);\n  const performed = await KINDS[approval.kind].perform(",
    test: {
      file: 'src/server/features/corrections/desk-corrections.test.ts',
      title:
        'DESK-122 an approved correction waits for whoever has an account of the deal, and neither breaks the other off',
    },
  },
  {
    ids: ['DESK-122'],
    broken: 'what is done is void whatever was asked for',
    file: 'src/server/approvals/money-kinds.ts',
    from: '{ reference, reason, instead, askedByName, proofFileId }',
    to: '{ reference, reason, instead: instead && null, askedByName, proofFileId }',
    test: {
      file: CORRECTIONS,
      title:
        'DESK-122 what takes two people is done when another one approves it, and exactly as it was asked for',
    },
  },
  {
    ids: ['DESK-123'],
    broken: 'Escape loses what was typed',
    file: 'src/web/desk/ui/side-panel.tsx',
    from: '(isTouched ? setIsAsking(true) : onClose())',
    to: 'onClose()',
    test: {
      file: BROWSER,
      title:
        'DESK-123 by keyboard: a correction shows its effect first, is posted by one person, and Escape asks before it is lost',
    },
    says: 'Leave without saving',
  },
  {
    ids: ['DESK-124'],
    broken: 'what was asked for does not wait at the page of the deal',
    file: 'src/web/desk/features/deals/deal-page.tsx',
    from: '<ApprovalsCard isOfPage />',
    to: '<ApprovalsCard needs="change-settings" />',
    test: {
      file: BROWSER,
      title: 'DESK-124 what was paid out is corrected by two people, from a phone as well',
    },
    says: 'payment',
  },
  {
    ids: ['DESK-125'],
    broken: 'the history does not know who changed the status',
    file: 'src/server/ledger/set-deal-status.ts',
    from: 'changedBy: userOfOperator(operator)',
    to: 'changedBy: operator.via === null ? userOfOperator(operator) : null',
    test: {
      file: CHANGES,
      title: 'DESK-125 the preview tells what a status does to the balances, and changes nothing',
    },
  },
  {
    ids: ['DESK-126'],
    broken: 'what is refused of one deal refuses all',
    file: 'src/server/ledger/change-deals.ts',
    from: 'if (!(error instanceof Refusal)) throw error;',
    to: 'throw error;',
    test: {
      file: CHANGES,
      title:
        'DESK-126 of several deals each has its own outcome, and one that is refused leaves the others changed',
    },
  },
  {
    ids: ['DESK-127'],
    broken: 'the reason of other terms is lost',
    file: 'src/server/ledger/change-deals.ts',
    from: '{ ...terms, mid, reason }',
    to: '{ ...terms, mid, reason: mid }',
    test: {
      file: CHANGES,
      title:
        'DESK-127 terms are modified, paused and resumed from the page, with the payoff before and after',
    },
  },
  {
    ids: ['DESK-128'],
    broken: 'of the ticked deals only the first is changed',
    file: 'src/web/desk/features/deals/change-dialog.tsx',
    from: 'deals.map(({ dealId }) => dealId)',
    to: 'deals.slice(0, 1).map(({ dealId }) => dealId)',
    test: {
      file: BROWSER,
      title:
        'DESK-128 status and terms are changed with what it does to the balances, for one deal and for several',
    },
    says: 'toHaveCount',
  },
  {
    ids: ['DESK-116'],
    broken: 'what was written in a note is not cleaned',
    file: 'src/server/features/deals/notes.ts',
    from: 'const body = storedMessage(bodyHtml);',
    to: 'const body = storedMessage(bodyHtml) && bodyHtml;',
    test: {
      file: NOTES,
      title:
        'DESK-116 staff write notes and pin them; syndicates see those of kind Collection and Ready2Fund',
    },
  },
  {
    ids: ['DESK-117'],
    broken: 'the page of a deal has none of its files',
    file: 'src/server/features/deal-files/broker-files.queries.ts',
    from: '{ id: dealId }',
    to: '{ id: dealId + 1n }',
    test: {
      file: NOTES,
      title: 'DESK-117 the files of a deal are listed, and each download is recorded first',
    },
  },
  {
    ids: ['DESK-130'],
    broken: 'a share is made without its commission',
    file: 'src/server/ledger/read-funding.ts',
    from: 'commissionPercent: rate(offer.commissionPercent)',
    to: 'commissionPercent: ZERO_RATE',
    test: {
      file: FUNDING,
      title:
        'DESK-130 the preview shows each share as its investor will see it, and funding makes exactly these',
    },
  },
  {
    ids: ['DESK-131'],
    broken: 'shares over the cap become participations',
    file: 'src/server/ledger/fund-deal.ts',
    from: 'takenPercent.gt(rate(offer.capPercent))',
    to: "takenPercent.gt(rate('100'))",
    test: {
      file: FUNDING,
      title:
        'DESK-131 what is over the cap, not accepted or other than shown is refused, and changes nothing',
    },
  },
  {
    ids: ['DESK-132'],
    broken: 'a share is agreed on a day before the cash account began, so nothing is spent on it',
    file: 'src/server/ledger/fund-deal.ts',
    from: 'agreementDate: fundedDate',
    to: "agreementDate: '2020-01-02' as CalendarDate",
    test: { file: FUNDING, title: 'DESK-132 the cash that was reserved for a share is spent on it' },
  },
  {
    ids: ['DESK-133'],
    broken: 'the merchant of a renewal gets all of it',
    file: 'src/server/ledger/read-funding.ts',
    from: 'netToMerchant: amount - (former?.balance ?? 0n)',
    to: 'netToMerchant: amount',
    test: {
      file: FUNDING,
      title: 'DESK-133 a renewal pays the older deal off, and what is left goes to the merchant',
    },
  },
  {
    ids: ['DESK-134'],
    broken: 'an accepted offer cannot be funded from its page',
    file: 'src/web/desk/features/submissions/submission-page.tsx',
    from: "data.state === 'accepted' && data.isOpenForParticipation",
    to: "data.state === 'closed' && data.isOpenForParticipation",
    test: {
      file: BROWSER,
      title: 'DESK-134 an accepted offer is funded from its page, with what each investor will see',
    },
    says: 'Fund this deal',
  },
  {
    ids: ['DESK-140'],
    broken: 'a Schedule A leaves the syndication fee out of the cost',
    file: 'src/server/schedule-a/schedule-a-pdf.ts',
    from: 'formatMoney(schedule.investmentCost)',
    to: 'formatMoney(schedule.investmentCost - schedule.syndicationFee)',
    test: {
      file: SCHEDULE_A,
      title:
        'DESK-140 funding a deal makes a Schedule A for each participant, with every field of it on one page',
    },
  },
  {
    ids: ['DESK-141'],
    broken: 'the mail has the cost of the share in it',
    file: 'src/server/schedule-a/schedule-a.jobs.ts',
    from: "'The Schedule A of this participation is on the page of the deal, as a PDF.'",
    to: "'The Schedule A of this participation, which costs $6,720.00, is on the page of the deal.'",
    test: {
      file: SCHEDULE_A,
      title:
        'DESK-141 the participant is told by e-mail, once and without figures, however often the job runs',
    },
  },
  {
    ids: ['DESK-142'],
    broken: 'an investor opens the Schedule A of another one',
    file: 'src/server/features/deal-page/deal-page.routes.ts',
    from: 'await requireSyndicate(tx, caller, syndicateId);',
    to: '',
    test: {
      file: SCHEDULE_A,
      title: 'DESK-142 the participant and the desk open it, each time on record, and nobody else does',
    },
  },
  {
    ids: ['DESK-143'],
    broken: 'corrections of different deals at once do not count each other',
    file: 'src/server/features/corrections/desk-corrections.routes.ts',
    from: 'await lockCorrector(tx, { tenantId, userId });',
    to: '',
    test: {
      file: CORRECTIONS,
      title: 'DESK-143 what one person corrects alone on a day counts together, also when it is sent at once',
    },
  },
  {
    ids: ['DESK-144'],
    broken: 'syndicates see notes that are not marked for them',
    file: 'src/server/features/portfolio/deal-details.queries.ts',
    from: "eb('isForSyndicates', '=', true)",
    to: "eb('isForSyndicates', '=', false)",
    test: {
      file: NOTES,
      title:
        'DESK-144 a note of any kind that is marked as visible to syndicates is shown to them, and says so at the desk',
    },
  },
  {
    ids: ['DESK-145'],
    broken: 'the weekday of the terms is not shown before it is changed',
    file: 'src/server/ledger/change-deals.ts',
    from: 'weekday: after.weekday',
    to: 'weekday: before.weekday',
    test: {
      file: CHANGES,
      title: 'DESK-145 terms are changed in how often and on which weekday, with or without another debit',
    },
  },
  {
    ids: ['DESK-146'],
    broken: 'who has added a file to a deal is not in the audit trail each time',
    file: 'src/server/features/deal-files/desk-uploads.ts',
    from: 'subject: `deal ${mid}`',
    to: 'subject: `file ${fileId}`',
    test: {
      file: DESK_FILES,
      title:
        'DESK-146 staff add a file to a deal: once it is found clean, it is listed with who added it, and each download is recorded',
    },
  },
  {
    ids: ['DESK-147'],
    broken: 'a file is handed out before it was found clean',
    file: 'src/server/features/deal-files/desk-uploads.queries.ts',
    from: ".where('state', '=', 'clean')",
    to: ".where('state', '<>', 'checking')",
    test: {
      file: DESK_FILES,
      title:
        'DESK-147 security rule: what is infected or not checked is listed with the reason or not at all, and nobody ever gets it',
    },
  },
  {
    ids: ['DESK-148'],
    broken: 'the statement of another merchant is downloaded from a deal at the desk',
    file: 'src/server/features/fcs/desk-fcs.routes.ts',
    from: 'findStatement(tx, tenantId, fileId, companyId)',
    to: 'findStatement(tx, tenantId, fileId, companyId && undefined)',
    test: {
      file: 'src/server/features/fcs/desk-fcs.test.ts',
      title:
        'DESK-148 a statement of the sheet is downloaded at the desk, each time on record, and none of another deal or not found clean',
    },
  },
  {
    ids: ['DESK-150'],
    broken: 'a file of another deal passes as the proof of a correction',
    file: 'src/server/ledger/proof-file.ts',
    from: "    .where('dealId', '=', dealId)\n    .where('id', '=', fileId)",
    to: "    .where('id', '=', fileId)",
    test: {
      file: 'src/server/features/corrections/desk-corrections.test.ts',
      title:
        'DESK-150 a correction names its proof, which whoever approves reads, and only a clean file of the same deal is one',
    },
  },
  {
    ids: ['DESK-180'],
    broken: 'what one person writes off alone is not counted',
    file: 'src/server/approvals/change-deals-alone.ts',
    from: 'if (moved > 0n) {',
    to: 'if (moved < 0n) {',
    test: {
      file: ALONE,
      title: 'DESK-180 one person writes off up to the limit of a day, and what is above it changes nothing',
    },
  },
  {
    ids: ['DESK-180'],
    broken: 'one person opens ended deals again over and over',
    file: 'src/shared/domain/status-moves.ts',
    from: '!isEnded(status) && isDealStatus(formerStatus)',
    to: 'isEnded(status) && isDealStatus(formerStatus)',
    test: {
      file: ALONE,
      title: 'DESK-180 opening an ended deal again counts as much as ending it, whoever ended it',
    },
  },
  {
    ids: ['DESK-180'],
    broken: 'a deal that was paid since is written off as it was asked for',
    file: 'src/server/approvals/deal-kinds.ts',
    from: ' || formerBalance !== asked.balance',
    to: '',
    test: {
      file: ALONE,
      title: 'DESK-180 nobody approves their own, and a deal that changed since is not written off',
    },
  },
  {
    ids: ['DESK-181'],
    broken: 'a deal is settled without its letter',
    file: 'src/server/approvals/change-deals-alone.ts',
    from: 'if (proofFileId === null && needsLetter(status))',
    to: 'if (proofFileId === null && needsLetter(status) && dealIds.length > 1)',
    test: { file: ALONE, title: 'DESK-181 a settlement or discount needs the letter, of one deal at a time' },
  },
  {
    ids: ['DESK-182'],
    broken: 'one person funds any amount',
    file: 'src/server/approvals/fund-alone.ts',
    from: '  await moveAlone(',
    to: '  if (amount < 0n) await moveAlone(',
    test: {
      file: 'src/server/features/deals/fund-alone.test.ts',
      title: 'DESK-182 one person funds up to the limit of a day',
    },
  },
  {
    ids: ['DESK-183'],
    broken: 'whoever approves does not see what it does to investors',
    file: 'src/server/features/approvals/approvals.routes.ts',
    from: '(await KINDS[kind].effects?.(tx, subject)) ?? []',
    to: '[]',
    test: {
      file: ALONE,
      title:
        'DESK-180 DESK-183 what is over the limit is asked for, and done as it was shown when somebody else approves it',
    },
  },
  {
    ids: ['DESK-149'],
    broken: 'the page does not say why a file was refused',
    file: 'src/web/desk/features/deals/files-card.tsx',
    from: '</Chip> {refusal}',
    to: '</Chip> {refusal && null}',
    test: {
      file: 'e2e/desk-files.spec.ts',
      title:
        'DESK-149 files are added on the page of a deal, one with a virus says so, and the clean one is downloaded',
    },
    says: 'A virus was found in the file.',
  },
];
