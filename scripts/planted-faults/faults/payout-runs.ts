import type { PlantedFault } from '../planted-fault.ts';

const BACK = 'src/server/features/payout-runs/bank-returns.test.ts';
const RUNS = 'src/server/features/payout-runs/payout-runs.test.ts';
const STATES = 'src/server/features/payout-runs/payout-states.test.ts';
const UNRECONCILED = 'src/server/features/payout-runs/unreconciled.test.ts';
const NACHA = 'src/server/payout-runs/nacha-file.unit.test.ts';

export const payoutRunFaults: readonly PlantedFault[] = [
  {
    ids: ['RUN-01', 'RUN-06'],
    broken: 'a payment that is posted after the approval is added to the pay date that the run has closed',
    file: 'src/server/ledger/closed-pay-dates.ts',
    from: 'while (closed.has(payDate))',
    to: 'while (closed.has(payDate) && false)',
    test: {
      file: RUNS,
      title:
        'RUN-01 RUN-06 an approved run closes its pay date for posting and corrections, and a withdrawn approval opens it again',
    },
  },
  {
    ids: ['RUN-02'],
    broken: 'the reconciliation does not notice that a run differs from its pay date',
    file: 'src/server/ledger/check-payout-runs.ts',
    from: 'where coalesce(paid.net_pay_cents, 0) <> coalesce(item.ledger_cents, 0)`',
    to: 'where false`',
    test: {
      file: RUNS,
      title:
        'RUN-02 posting and approving at the same moment: each payment is in the run or on a later pay date, never lost',
    },
  },
  {
    ids: ['RUN-03'],
    broken: 'a run can be prepared weeks before its pay date',
    file: 'src/server/payout-runs/prepare-run.ts',
    from: 'if (today < from)',
    to: 'if (today > payDate)',
    test: {
      file: RUNS,
      title: 'RUN-03 50 who prepare the run of a pay date at once make one, from the bank day before it on',
    },
  },
  {
    ids: ['RUN-04'],
    broken: 'money is sent to an account that is about to be replaced',
    file: 'src/server/payout-runs/decide-items.ts',
    from: 'if (isChanging) return',
    to: 'if (isChanging && sendTo === null) return',
    test: {
      file: RUNS,
      title:
        'RUN-04 a draft tells in file, kept, held, blocked and carried apart, and they equal the ledger to the cent',
    },
  },
  {
    ids: ['RUN-44'],
    broken: 'one person posts a day and approves the run that pays it',
    file: 'src/server/payout-runs/who-approves.ts',
    from: '  await requireNotPosted(tx, tenantId, posters, userId);\n',
    to: '',
    test: {
      file: 'src/server/features/payout-runs/own-postings.test.ts',
      title: 'RUN-44 security rule: whoever posted what a run pays does not approve it',
    },
  },
  {
    ids: ['RUN-44'],
    broken: 'one person prepares payments that a colleague posts, and approves the run that pays them',
    file: 'src/server/payout-runs/require-not-posted.ts',
    from: 'run.id = source.import_run_id',
    to: 'run.id = source.import_run_id and false',
    test: {
      file: 'src/server/features/payout-runs/own-postings.test.ts',
      title: 'RUN-44 security rule: neither does whoever prepared the import that another person confirmed',
    },
  },
  {
    ids: ['RUN-05'],
    broken: 'somebody approves a run that pays their own syndicate',
    file: 'src/server/payout-runs/who-approves.ts',
    from: 'if (paid.some((id) => own.has(id)))',
    to: 'if (paid.every((id) => own.has(id)))',
    test: {
      file: RUNS,
      title:
        'RUN-05 security rule: nobody approves a run they prepared or that pays their own syndicate, and only the draft they saw',
    },
  },
  {
    ids: ['RUN-07'],
    broken: 'the file is made although a bank account was changed after the approval',
    file: 'src/server/payout-runs/make-file.ts',
    from: 'return fingerprint === run.fingerprint ?',
    to: "return fingerprint !== '' ?",
    test: {
      file: RUNS,
      title:
        'RUN-07 whatever changes after the approval withdraws it when the file is to be made: no file, and the date is open',
    },
  },
  {
    ids: ['RUN-08', 'RUN-10'],
    broken: 'anybody at the desk can download the bank file',
    file: 'src/server/payout-runs/run-file.ts',
    from: 'if (by.userId !== run.madeBy && by.userId !== run.approvedBy)',
    to: 'if (run.madeBy === null)',
    test: {
      file: RUNS,
      title:
        'RUN-08 RUN-10 the file is made once, says what was approved, is encrypted, and is downloaded once by whom it concerns',
    },
  },
  {
    ids: ['RUN-09'],
    broken: 'the entry hash counts all nine digits of the routing numbers',
    file: 'src/server/payout-runs/nacha-file.ts',
    from: 'BigInt(routing.slice(0, 8))',
    to: 'BigInt(routing)',
    test: {
      file: NACHA,
      title:
        'RUN-09 the golden file: two receivers, entry hash 0003240155, every field where the format has it',
    },
  },
  {
    ids: ['RUN-11'],
    broken: 'money that the bank has returned is forgotten',
    file: 'src/server/payout-runs/draft.queries.ts',
    from: 'case when item.returned_at is not null then item.amount_cents else 0 end',
    to: 'case when item.returned_at is null then 0 else 0 end',
    test: {
      file: RUNS,
      title: 'RUN-11 what was held, blocked, carried or returned is brought into the next run, once',
    },
  },
  {
    ids: ['RUN-05'],
    broken: 'an administrator invites a second address of their own and lets it approve the run',
    file: 'src/server/payout-runs/approve-run.ts',
    from: '  await requireApart(tx, tenantId, run.preparedBy, by.userId);\n',
    to: '',
    test: {
      file: 'src/server/features/payout-runs/run-mishaps.test.ts',
      title:
        'RUN-05 security rule: nobody approves the run of somebody whom they have just let in, or who has let them in',
    },
  },
  {
    ids: ['RUN-12'],
    broken: 'a withdrawal that the bank returns a second time cannot be entered',
    file: 'src/server/payout-runs/settle-run.ts',
    from: 'taken.has(free); nth += 1',
    to: 'taken.size > 99; nth += 1',
    test: {
      file: 'src/server/features/payout-runs/run-mishaps.test.ts',
      title:
        'RUN-12 a withdrawal that comes back once more, under whatever reference somebody has entered meanwhile, is put back once more',
    },
  },
  {
    ids: ['RUN-12'],
    broken: 'a withdrawal that the bank has returned is not put back into the cash account',
    file: 'src/server/payout-runs/enter-return-file.ts',
    from: 'if (item.withdrawal !== null)\n      await enterReturned',
    to: "if (item.withdrawal === '')\n      await enterReturned",
    test: {
      file: RUNS,
      title:
        'RUN-12 a withdrawal joins the file apart from the payouts, is entered when the file is made, and put back when it is returned',
    },
  },
  {
    ids: ['RUN-13'],
    broken: 'what one person has entered about the funder counts at once',
    file: 'src/server/payout-runs/originators.ts',
    from: ".where('approvedAt', 'is not', null)",
    to: ".where('id', 'is not', null)",
    test: {
      file: RUNS,
      title:
        'RUN-13 security rule: what bank files say about the funder counts once a second person has approved it',
    },
  },
  {
    ids: ['RUN-08', 'RUN-15'],
    broken: 'whoever asks again for the file of a run that has one is refused',
    file: 'src/server/payout-runs/make-file.ts',
    from: "if (run.state === 'file made' || run.state === 'settled') return true;",
    to: "if (run.state === 'settled') return true;",
    test: {
      file: 'src/server/features/payout-runs/kills.test.ts',
      title: 'times while it approves a run or makes its file: nothing is half done, nothing twice',
    },
  },
  {
    ids: ['RUN-16'],
    broken: 'a return that is entered while a run is approved is paid by no run',
    file: 'src/server/payout-runs/enter-return-file.ts',
    from: '  await lockLedgerExclusively(tx, tenantId);',
    to: '',
    test: {
      file: 'src/server/features/payout-runs/run-mishaps.test.ts',
      title: 'and neither breaks the other off',
    },
  },
  {
    ids: ['RUN-16'],
    broken: 'entering a return file breaks off a change of somebody’s bank account at the same time',
    file: 'src/server/payout-runs/enter-return-file.ts',
    from: 'order by id for key share`.execute(tx);',
    to: 'limit 0`.execute(tx);',
    test: {
      file: 'src/server/features/payout-runs/run-mishaps.test.ts',
      title: 'and neither breaks the other off',
    },
  },
  {
    ids: ['RUN-16'],
    broken: 'a return file that is entered tells no investor',
    file: 'src/server/payout-runs/enter-return-file.ts',
    from: '  await tellOfReturned(tx, which, items);\n',
    to: '',
    test: {
      file: BACK,
      title:
        'RUN-16 a bank’s file is read first, and only entering it counts and tells the investors; the same again changes nothing',
    },
  },
  {
    ids: ['RUN-26'],
    broken: 'a return of another company with our trace number counts as ours',
    file: 'src/shared/domain/return-files.ts',
    from: "  if (entry.companyId !== sent.companyId) return 'other company';\n",
    to: '',
    test: {
      file: 'src/server/attacks/foreign-bank-files.test.ts',
      title:
        'RUN-26 security rule: another company with our trace number is listed beside ours, which alone can be entered',
    },
  },
  {
    ids: ['RUN-27'],
    broken: 'one person enters returns of any sum',
    file: 'src/server/payout-runs/second-person-of-return.ts',
    from: "  await moveAlone(tx, { tenantId, limit: 'corrections', amount, what }, by);\n",
    to: '',
    test: {
      file: BACK,
      title:
        'RUN-27 security rule: above the limit of a day returns take a second person, who reads the same table',
    },
  },
  {
    ids: ['RUN-28'],
    broken: 'one person takes a return back although its money was spent',
    file: 'src/server/payout-runs/second-person-of-return.ts',
    from: "  if (isBelowZero) return { ...moving, secondPerson: 'below zero' };\n",
    to: '',
    test: {
      file: BACK,
      title:
        'RUN-28 RUN-29 security rule: a withdrawal that is given back and spent again is marked for who approves it, and taking it back says below zero',
    },
  },
  {
    ids: ['RUN-29'],
    broken: 'who approves a run does not see that the same money went out before',
    file: 'src/server/payout-runs/sent-before.ts',
    from: "    if (kind !== 'withdrawal' && returnedIn === 0n) return [];",
    to: "    if (kind !== 'withdrawal' || returnedIn === 0n) return [];",
    test: {
      file: BACK,
      title: 'RUN-29 a run shows of each payout what went out before and came back, until a run has paid it',
    },
  },
  {
    ids: ['RUN-14'],
    broken: 'who prepared a run finds the button to approve it',
    file: 'src/web/desk/features/payouts/decision-card.tsx',
    from: 'disabled={!mayApproveNow || isStopped}',
    to: 'disabled={false}',
    test: {
      file: 'e2e/desk-payouts.spec.ts',
      title:
        'RUN-14 one prepares the run, another approves it on a phone, and the bank file is made and downloaded once',
    },
    says: 'RUN-14: who prepared it cannot approve it',
  },
  {
    ids: ['RUN-17'],
    broken: 'a payout counts as paid on its day although its run has no bank file',
    file: 'src/server/ledger/unpaid-dates.ts',
    from: 'least(${today} + 1, ${firstRun(tenantId)})',
    to: '${today} + 1',
    test: {
      file: STATES,
      title: 'RUN-17 a payout of a day that has come is on its way until its run has a bank file',
    },
  },
  {
    ids: ['RUN-19'],
    broken: 'after the bank has refused a file, withdrawals in it are not put back into their cash accounts',
    file: 'src/server/payout-runs/refuse-file.ts',
    from: 'if (item.withdrawal !== null)',
    to: "if (item.withdrawal === '')",
    test: {
      file: 'src/server/features/payout-runs/refused-file.test.ts',
      title:
        'RUN-19 security rule: two people say that the bank refused a file; all of it is owed again, and the next run pays it once',
    },
  },
  {
    ids: ['RUN-21'],
    broken: 'a notification of change of the bank is told once and then forgotten',
    file: 'src/server/features/board/queue-sql.ts',
    from: "notice.state = 'waiting'`",
    to: "notice.state = 'dismissed'`",
    test: {
      file: 'src/server/features/payout-runs/change-notices.test.ts',
      title:
        'RUN-21 security rule: a notification of change from the bank’s file waits once, with four digits; the full number is encrypted',
    },
  },
  {
    ids: ['RUN-21'],
    broken: 'what the bank says is taken for what somebody has typed in before',
    file: 'src/server/payout-runs/receive-notice.ts',
    from: "if (!isSame) throw new Refusal('notice_received_otherwise');",
    to: '',
    test: {
      file: 'src/server/features/payout-runs/change-notices.test.ts',
      title:
        'RUN-21 security rule: what the bank says is not lost behind a notification that somebody has typed in before',
    },
  },
  {
    ids: ['RUN-22'],
    broken: 'a bank’s notification about an account that is no longer paid still changes the account',
    file: 'src/server/payout-runs/change-notices.queries.ts',
    from: "if (notice.isOutdated) return 'account changed';",
    to: '',
    test: {
      file: 'src/server/features/payout-runs/change-notices.test.ts',
      title:
        'RUN-22 a notification about an account that has changed, or beside a waiting change, is not followed but dismissed',
    },
  },
  {
    ids: ['RUN-23'],
    broken: 'an investor keeps an approver from approving by naming their address for copies',
    file: 'src/server/payout-runs/who-approves.ts',
    from: 'byAddress.filter(({ isSigner }) => isSigner)',
    to: 'byAddress',
    test: {
      file: 'src/server/features/payout-runs/run-mishaps.test.ts',
      title:
        'RUN-05 security rule: nobody approves a run that pays a syndicate whose papers go to them, or lately went there; RUN-23 an address for copies bars nobody, and is told and recorded',
    },
  },
  {
    ids: ['RUN-24'],
    broken: 'the type that a file says of a known account is lost, and its payouts go on waiting',
    file: 'src/server/import/kinds/payout-accounts.ts',
    from: 'return describe(work, account, row);',
    to: 'return [];',
    test: {
      file: 'src/server/import/payout-accounts.test.ts',
      title:
        'RUN-24 an imported account says its type and holder, which a later file can say of one that stays',
    },
  },
  {
    ids: ['RUN-25'],
    broken: 'impatience mails whoever can approve a run as often as somebody clicks',
    file: 'src/server/approvals/tell-approvers.ts',
    from: 'noteAsTold(tx, waiting, REMIND_MINUTES)',
    to: 'noteAsTold(tx, waiting, 0)',
    test: {
      file: 'src/server/features/payout-runs/told-approvers.test.ts',
      title: 'RUN-25 they are reminded once in 15 minutes, of 50 who ask at once; never of what is decided',
    },
  },
  {
    ids: ['RUN-20'],
    broken: 'an investor cancels a withdrawal that is in an approved run, which undoes the approval',
    file: 'src/server/features/cash/cancel-withdrawal.ts',
    from: "and run.state = 'approved'",
    to: 'and run.state is null',
    test: {
      file: 'src/server/features/payout-runs/withdrawal-in-run.test.ts',
      title: 'RUN-20 an investor cannot undo an approval by cancelling a withdrawal that is in the run',
    },
  },
  {
    ids: ['RUN-18'],
    broken: 'a payout that the bank has returned still counts as paid',
    file: 'src/server/payout-runs/enter-return-file.ts',
    from: 'itemIds, isPaid: false',
    to: 'itemIds: [], isPaid: false',
    test: {
      file: STATES,
      title:
        'RUN-17 RUN-18 what the bank returns is owed again in words, and paid by the run that brings it in',
    },
  },
  {
    ids: ['ACCESS-07'],
    broken: 'a stolen session settles a payout run without the second factor',
    file: 'src/shared/contract/desk-payouts.ts',
    from: "path: '/api/desk/v1/payouts/:run_id/settle',\n    needsFreshFactor: true,",
    to: "path: '/api/desk/v1/payouts/:run_id/settle',",
    test: {
      file: 'src/server/attacks/money-changes.test.ts',
      title: 'ACCESS-07 security rule: of each call that moves money the contract asks for what its row says',
    },
  },
  {
    ids: ['ACCESS-07'],
    broken: 'a new call moves money and no table says who may do it',
    file: 'src/server/approvals/money-changes.ts',
    from: "endpoints: ['deskPosting.postSheet', 'deskPayments.postLine'],",
    to: "endpoints: ['deskPosting.postSheet'],",
    test: {
      file: 'src/server/attacks/money-changes.test.ts',
      title:
        'ACCESS-07 every call that changes something moves money by one row of the table, or is listed among those that move none',
    },
  },
  {
    ids: ['RUN-40'],
    broken: 'a run is approved though what a reconciliation has left open concerns an investor that it pays',
    file: 'src/server/payout-runs/check-run.ts',
    from: '...(await readDiffering(tx, tenantId, syndicateIds)),',
    to: '',
    test: {
      file: UNRECONCILED,
      title:
        'RUN-40 DESK-190 what a reconciliation left open stops the bank file too; the page lists it by investor, and checking again takes what agrees off it',
    },
  },
  {
    ids: ['RUN-40'],
    broken: 'a run is approved though a line of it is not the share of its payment',
    file: 'src/server/payout-runs/check-run.ts',
    from: '    union\n    select syndicate_id from wrong`',
    to: '`',
    test: {
      file: UNRECONCILED,
      title: 'RUN-40 a line that is not the share of its payment stops the approval, though all sums agree',
    },
  },
  {
    ids: ['RUN-41'],
    broken: 'who is left out of a run is paid by it all the same',
    file: 'src/server/payout-runs/draft.queries.ts',
    from: 'leftOut.has(item.syndicateId) ? heldBack(item) : item',
    to: 'item',
    test: {
      file: UNRECONCILED,
      title:
        'RUN-41 two people leave an investor out: the others are paid, its money is held, and a later run brings it in',
    },
  },
  {
    ids: ['RUN-42'],
    broken: 'a run is settled before its effective date',
    file: 'src/server/payout-runs/settle-run.ts',
    from: 'run.effectiveDate > (await readToday(tx))',
    to: 'run.effectiveDate > run.payDate',
    test: {
      file: UNRECONCILED,
      title: 'RUN-42 a run is marked as settled from its effective date on, and two people take that back',
    },
  },
  {
    ids: ['RUN-43'],
    broken: 'a pay date whose run was not prepared in time looks as if it were on time',
    file: 'src/server/payout-runs/expected-dates.ts',
    from: 'effectiveDateOf(payDate, now, cutoff)',
    to: 'payDate',
    test: {
      file: UNRECONCILED,
      title: 'RUN-43 a pay date whose run was not prepared in time says on which day its money moves',
    },
  },
  {
    ids: ['DESK-190'],
    broken: 'a difference that was checked again and is gone stays listed',
    file: 'src/server/ledger/open-differences.ts',
    from: 'checked_at < ${at}::timestamptz',
    to: 'checked_at < ${at}::timestamptz and false',
    test: {
      file: UNRECONCILED,
      title:
        'RUN-40 DESK-190 what a reconciliation left open stops the bank file too; the page lists it by investor, and checking again takes what agrees off it',
    },
  },
  {
    ids: ['STMT-33'],
    broken: 'statements are made of investors whose figures differ',
    file: 'src/server/statements/make-batch.ts',
    from: '!differing.has(id)',
    to: '!differing.has(-id)',
    test: {
      file: UNRECONCILED,
      title: 'STMT-33 no statement is made of an investor whose figures differ, until they agree',
    },
  },
  {
    ids: ['RUN-30'],
    broken: 'corrections count as returned payments',
    file: 'src/server/payout-runs/taken-back.queries.ts',
    from: ' and not payment.is_void',
    to: '',
    test: {
      file: 'src/server/features/payout-runs/payout-runs.test.ts',
      title: 'RUN-30 the page of a run says what returned payments take back, and a correction is none',
    },
  },
  {
    ids: ['RUN-05'],
    broken: 'whoever added an investor approves the run that pays it first',
    file: 'src/server/payout-runs/first-payouts.ts',
    from: 'if (by !== null && !(await areApart(tx, tenantId, by, userId)))',
    to: 'if (by === 0n && !(await areApart(tx, tenantId, by, userId)))',
    test: {
      file: 'src/server/features/payout-runs/brought-in.test.ts',
      title:
        'RUN-05 RUN-29 security rule: whoever added an investor or invited its people does not approve its first payout, nor does who is not apart from them',
    },
  },
  {
    ids: ['RUN-05'],
    broken: 'what a service token imports was brought in by nobody',
    file: 'src/server/import/kinds/syndicates.ts',
    from: "if (operator.via === 'service token')",
    to: "if (operator.via === 'command line')",
    test: {
      file: 'src/server/features/payout-runs/brought-in.test.ts',
      title: 'RUN-05 security rule: what a service token imports counts as brought in by whoever issued it',
    },
  },
  {
    ids: ['RUN-29'],
    broken: 'no first payout to an investor is marked',
    file: 'src/server/payout-runs/shown-items.ts',
    from: "if (!before) return 'to investor';",
    to: 'if (!before) return null;',
    test: {
      file: 'src/server/features/payout-runs/brought-in.test.ts',
      title:
        'RUN-05 RUN-29 security rule: whoever added an investor or invited its people does not approve its first payout, nor does who is not apart from them',
    },
  },
  {
    ids: ['RUN-19'],
    broken: 'a return is taken back after the bank refused the file, and its money is owed to nobody',
    file: 'src/server/payout-runs/take-back-return.ts',
    from: 'if ((await readRunRecord(tx, { tenantId, runId })).refusedAt !== null)',
    to: "if (returnCode === 'FILE')",
    test: {
      file: 'src/server/features/payout-runs/refused-file.test.ts',
      title:
        'RUN-19 a return that was entered before the bank refused the file is not taken back: its money stays owed',
    },
  },
  {
    ids: ['RUN-27'],
    broken: 'a self-written file enters a return of what was paid long ago',
    file: 'src/server/features/payout-runs/bank-returns.routes.ts',
    from: 'const [paidOn = null] = returns.map(({ sent }) => sent.paidOn).sort();',
    to: 'const paidOn = null;',
    test: {
      file: 'src/server/features/payout-runs/bank-returns.test.ts',
      title:
        'RUN-27 security rule: a return that is typed in names an existing code and the amount, and takes two long after it was paid',
    },
  },
  {
    ids: ['RUN-11'],
    broken: 'another type of an account lifts its block after a return',
    file: 'src/server/payout-accounts/describe-account.ts',
    from: '.set(description)',
    to: '.set({ ...description, describedAt: sql<Date>`now()` })',
    test: {
      file: 'src/server/features/payout-runs/bank-returns.test.ts',
      title:
        'RUN-11 after a return another type of the account does not have it paid again: somebody says why it is right',
    },
  },
];
