import type { PlantedFault } from '../planted-fault.ts';

/** Two things happen at once, twice, or only half. */
export const races: readonly PlantedFault[] = [
  {
    ids: ['RESET-05'],
    broken: 'of many who use a reset link at once each sets a password',
    file: 'src/server/features/passwords/reset-password.ts',
    from: "if (numUpdatedRows === 0n) throw new Refusal('link_expired');",
    to: '',
    test: {
      file: 'src/server/features/passwords/passwords.test.ts',
      title: 'RESET-05 twenty at once with one link set one password',
    },
  },
  {
    ids: ['GUEST-09'],
    broken: 'of several invitations at once, one too many is accepted',
    file: 'src/server/features/guests/invite-guest.ts',
    from: '    .forNoKeyUpdate()\n',
    to: '',
    test: {
      file: 'src/server/features/guests/guests.test.ts',
      title: 'GUEST-09 a syndicate has at most 10 guests, whoever invites at the same moment',
    },
  },
  {
    ids: ['DESK-51'],
    broken: 'a dialog that is sent twice mails the broker twice',
    file: 'src/server/features/links/issue-once.ts',
    from: 'const { tenantId, idempotencyKey: key } = issuer;',
    to: 'const { tenantId } = issuer; const key = crypto.randomUUID();',
    test: {
      file: 'src/server/features/links/desk-links.test.ts',
      title:
        'DESK-51 sending with the same key again mails once, and the list says when the mail server took it',
    },
  },
  {
    ids: ['POST-16'],
    broken: 'two files with the same lines are posted at the same time',
    file: 'src/server/features/posting/day-sheet/confirm-sheet.ts',
    from: 'if (others.length > 0)',
    to: 'if (others.length > 1_000)',
    test: {
      file: 'src/server/features/posting/day-sheet/same-lines.test.ts',
      title: 'POST-16 confirmed at once, fifty times, two files with the same lines post them once',
    },
  },
  {
    ids: ['IMPORT-24'],
    broken: 'an import whose worker was killed is not taken up again',
    file: 'src/server/features/import-runs/carry-out-run.ts',
    from: "if (run.state !== 'importing' || run.confirmedBy === null) return;",
    to: "if (run.state !== 'importing' || run.confirmedBy === null || run.progress !== null) return;",
    test: {
      file: 'src/server/features/import-runs/kills.test.ts',
      title: 'times while it imports or undoes: the same cents each time',
    },
  },
  {
    ids: ['IMPORT-24'],
    broken: 'an import that was killed between rows and payments says that nothing is in',
    file: 'src/server/features/import-runs/carry-out-run.ts',
    from: '!hasBegun && (isOther',
    to: '(isOther',
    test: {
      file: 'src/server/features/import-runs/kills.test.ts',
      title: 'IMPORT-24 an import that was killed between rows and payments goes on',
    },
  },
  {
    ids: ['IMPORT-33'],
    broken: 'a merchant of two known deals stands twice in what is imported',
    file: 'src/server/import/mapping/map-deals.ts',
    from: ' && !before.has(externalId)',
    to: '',
    test: {
      file: 'src/server/features/import-runs/who-is-who.test.ts',
      title:
        'IMPORT-33 several known deals of one merchant are imported again with what their file says of it',
    },
  },
  {
    ids: ['DESK-82'],
    broken: 'of two who take a case at once both believe that it is theirs',
    file: 'src/server/cases/own-case.ts',
    from: 'if (ownerId === seenOwnerId) return;',
    to: 'if (ownerId === seenOwnerId || seenOwnerId === null) return;',
    test: {
      file: 'src/server/features/requests/requests.test.ts',
      title:
        'DESK-82 of two who take a case at once one gets it; it can be taken over and handed over, and the thread says so',
    },
  },
  {
    ids: ['DESK-84'],
    broken: 'an answer that was sent twice is told twice',
    file: 'src/server/cases/answer-case.ts',
    from: 'isRecent && !isAnother ? 1 : 0',
    to: 'isRecent && !isAnother ? 0 : 0',
    test: {
      file: 'src/server/features/requests/requests.test.ts',
      title: 'DESK-84 the same answer sent again adds nothing, also at once, and a later one counts',
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
    ids: ['DESK-143'],
    broken: 'corrections of different deals at once do not count each other',
    file: 'src/server/features/corrections/desk-corrections.routes.ts',
    from: 'await lockCorrector(tx, { tenantId, userId });',
    to: '',
    test: {
      file: 'src/server/features/corrections/desk-corrections.test.ts',
      title: 'DESK-143 what one person corrects alone on a day counts together, also when it is sent at once',
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
    ids: ['RUN-13'],
    broken: 'what one person has entered about the funder counts at once',
    file: 'src/server/payout-runs/originators.ts',
    from: ".where('approvedAt', 'is not', null)",
    to: ".where('id', 'is not', null)",
    test: {
      file: 'src/server/features/payout-runs/payout-runs.test.ts',
      title:
        'RUN-13 security rule: what bank files say about the funder counts once a second person has approved it',
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
    ids: ['STMT-07'],
    broken: 'of two runs at once the second fails',
    file: 'src/server/statements/make-batch.ts',
    from: "error instanceof pg.DatabaseError && error.constraint === 'statements_once'",
    to: "error instanceof pg.DatabaseError && error.constraint === 'statements_twice'",
    test: {
      file: 'src/server/statements/statements.test.ts',
      title:
        'STMT-07 two runs at once make each statement once, and a worker that was down makes up for the months that it missed',
    },
  },
  {
    ids: ['PROFILE-04'],
    broken: 'another bank account takes effect at once',
    file: 'src/server/payout-accounts/announce-change.ts',
    from: 'return bankChangeHoldHours;',
    to: 'return bankChangeHoldHours * 0;',
    test: {
      file: 'src/server/features/profile/bank-account.test.ts',
      title: 'PROFILE-04 a change waits 72 hours',
    },
  },
  {
    ids: ['TELL-01'],
    broken: 'two requests for the same choice at once are recorded as two changes',
    file: 'src/server/notifications/choices.queries.ts',
    from: 'if (!written) return;',
    to: '',
    test: {
      file: 'src/server/features/notifications/notifications.test.ts',
      title:
        'TELL-01 everybody chooses for each kind; who has chosen nothing has what the portal begins with',
    },
  },
  {
    ids: ['TELL-03'],
    broken: 'what was to be told at once waits for the morning',
    file: 'src/server/notifications/tell.ts',
    from: "= 'now'",
    to: "= 'daily'",
    test: {
      file: 'src/server/features/notifications/notifications.test.ts',
      title:
        'TELL-03 who has chosen now gets one mail in words, without amounts, and the same event again sends none',
    },
  },
  {
    ids: ['TELL-08'],
    broken: 'two workers at once queue the mail of a morning twice',
    file: 'src/server/notifications/morning-mails.jobs.ts',
    from: 'order by id for update',
    to: 'order by id',
    test: {
      file: 'src/server/notifications/morning-mails.test.ts',
      title:
        'TELL-08 whoever is stopped in the middle of a morning has done nothing, and of ten at once one queues the mail',
    },
  },
  {
    ids: ['PREFUND-03'],
    broken: 'syndicates that answer at once get more of a deal than there is',
    file: 'src/server/features/invites/accept-pre-funding.ts',
    from: '.forNoKeyUpdate()',
    to: '',
    test: { file: 'src/server/features/invites/many-at-once.test.ts', title: 'deals get exactly its cap' },
  },
  {
    ids: ['MANY-02'],
    broken: 'the batches of a night take all jobs that a worker runs at once, and mails wait for them',
    file: 'src/server/platform/jobs/tenant-jobs.ts',
    from: 'priority => ${priority}::integer, queue_name => (${queues}::text[])[1 + place % ${QUEUES}::bigint])',
    to: 'priority => ${priority}::integer)',
    test: {
      file: 'src/server/platform/jobs/tenant-jobs.test.ts',
      title: 'MANY-02 while the work of many tenants is under way, what a person waits for is done at once',
    },
  },
  {
    ids: ['LEDGER-01'],
    broken: 'a debit that is sent twice under two references is paid out twice',
    file: 'src/server/ledger/day-file/suspected-duplicates.ts',
    from: 'if (reference !== debit.reference) return new SuspectedDuplicate(reference);',
    to: 'if (reference === debit.reference) return new SuspectedDuplicate(reference);',
    test: {
      file: 'src/server/ledger/day-file/held-entries.test.ts',
      title: 'LEDGER-01 of three equal debits of a day one is posted and two are held',
    },
  },
  {
    ids: ['LEDGER-03'],
    broken: 'a payment can be corrected twice',
    file: 'src/server/ledger/correct-payment.ts',
    from: 'if (!isSame)\n    throw',
    to: 'if (isSame === null)\n    throw',
    test: {
      file: 'src/server/ledger/correct-payment.test.ts',
      title: 'LEDGER-03 the same correction again changes nothing; another one',
    },
  },
  {
    ids: ['CASH-01'],
    broken: 'a deposit of a later day counts at once',
    file: 'src/server/ledger/cash/posted-cash.ts',
    from: 'and later.effective_date > ${today}\n), 0))::bigint`;\n\n',
    to: 'and later.effective_date > ${today} + 400\n), 0))::bigint`;\n\n',
    test: {
      file: 'src/server/ledger/cash/cash-accounts.test.ts',
      title: 'CASH-01 a deposit of 50,000.00, a share for 6,600.00 and payouts of 672.00 leave 44,072.00',
    },
  },
  {
    ids: ['CASH-06'],
    broken: 'two withdrawals that are asked for at once can reserve the same money',
    file: 'src/server/ledger/cash/open-cash-account.ts',
    from: 'syndicate_id = ${syndicateId} for update`.execute(tx);',
    to: 'syndicate_id = ${syndicateId}`.execute(tx);',
    test: {
      file: 'src/server/ledger/cash/withdrawals.test.ts',
      title:
        'CASH-06 of 50 withdrawals that are asked for at once, no more are reserved than the account holds',
    },
  },
  {
    ids: ['DATA-07'],
    broken: 'a run that was killed leaves a merchant half removed',
    file: 'src/server/features/disposal/remove-company.ts',
    from: 'await addJobs(',
    to: 'await sql`commit`.execute(tx);\n  await addJobs(',
    test: {
      file: 'src/server/features/disposal/disposal.test.ts',
      title: 'DATA-07 a run that is killed in the middle leaves nothing half done',
    },
  },
];
