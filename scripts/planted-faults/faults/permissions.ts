import type { PlantedFault } from '../planted-fault.ts';

/** Somebody does, sees or learns what is not theirs. */
export const permissions: readonly PlantedFault[] = [
  {
    ids: ['ROUTE-11'],
    broken: 'another tenant’s page can make a browser load somebody’s figures',
    file: 'src/server/pages/first-answers.ts',
    from: "headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin'",
    to: "headers['sec-fetch-site'] !== 'cross-site'",
    test: {
      file: 'src/server/pages/first-answers.test.ts',
      title: 'ROUTE-11 security rule: a page arrives without answers when',
    },
  },
  {
    ids: ['LOGIN-12'],
    broken: 'the session before goes on after somebody has signed in anew',
    file: 'src/server/features/auth/auth.routes.ts',
    from: 'await signOut(db, before, request.site);',
    to: '{}',
    test: {
      file: 'src/server/features/auth/auth.test.ts',
      title: 'LOGIN-12 security rule: signing in again ends the session that the browser had',
    },
  },
  {
    ids: ['LOGIN-16'],
    broken: 'a session ends the others without the password',
    file: 'src/server/features/sessions/sessions.routes.ts',
    from: 'await requirePassword(inTransaction, deps, { password, address: request.ip })',
    to: 'inTransaction',
    test: {
      file: 'src/server/features/sessions/sessions.test.ts',
      title: 'LOGIN-16 security rule: a stolen session ends no other',
    },
  },
  {
    ids: ['LOGIN-17'],
    broken: 'a password that was reset while it was checked still opens what it was checked for',
    file: 'src/server/identity/credential-version.ts',
    from: 'if (now.credentialVersion !== credentialVersion) throw new Refusal(refusal);',
    to: '',
    test: {
      file: 'src/server/attacks/ordered-races.test.ts',
      title: 'LOGIN-17 security rule: what a password opens is refused',
    },
  },
  {
    ids: ['RESET-07'],
    broken: 'a ticket that was issued before a new password still signs in',
    file: 'src/server/identity/end-with-sessions.ts',
    from: 'await revokeTickets(tx, tenantId, userId);',
    to: '',
    test: {
      file: 'src/server/features/passwords/passwords.test.ts',
      title: 'RESET-07 security rule: a new password uses up the reset links',
    },
  },
  {
    ids: ['RESET-07'],
    broken: 'a device that signed in with the old password has more tries at the new one',
    file: 'src/server/identity/end-with-sessions.ts',
    from: ".deleteFrom('knownDevices')\n    .where('userId', '=', userId)",
    to: ".deleteFrom('knownDevices')\n    .where('userId', '<>', userId)",
    test: {
      file: 'src/server/features/auth/lockout.test.ts',
      title: 'LOGIN-05 RESET-07 security rule: a device that signed in with the old password',
    },
  },
  {
    ids: ['LOGIN-20'],
    broken: 'closing an account leaves the pending reset of its second factor',
    file: 'src/server/identity/change-user.ts',
    from: 'await cancelResetHere(tx, { tenantId, userId }, by);',
    to: '',
    test: {
      file: 'src/server/features/second-factor/lost-factor.test.ts',
      title: 'LOGIN-20 security rule: closing the account cancels the reset at once',
    },
  },
  {
    ids: ['DESK-03'],
    broken: 'an administrator who was closed opens their access again with the token of a system',
    file: 'src/server/identity/change-user.ts',
    from: "throw new Refusal('guest_by_investor');\n  refuseStaffByToken(operator, role);",
    to: "throw new Refusal('guest_by_investor');",
    test: {
      file: 'src/server/features/users/users.test.ts',
      title: 'DESK-03 security rule: somebody of the staff who was closed is not opened again by a system',
    },
  },
  {
    ids: ['DESK-03'],
    broken: 'a system makes administrators by importing them',
    file: 'src/server/import/kinds/users.ts',
    from: '    if (!wasThere) refuseStaffByToken(work.operator, row.role);\n',
    to: '',
    test: {
      file: 'src/server/features/imports/imports.test.ts',
      title:
        'DESK-03 security rule: a system that imports users makes nobody staff, nor gives those who are anything',
    },
  },
  {
    ids: ['DESK-37'],
    broken: 'an abbreviation that another investor gave up is given to a second one',
    file: 'migrations/20261207040101_former_names.sql',
    from: 'and former.syndicate_id <> new.id',
    to: 'and former.syndicate_id = new.id',
    test: {
      file: 'src/server/features/investors/kept-syndicates.test.ts',
      title:
        'DESK-37 security rule: a name that another syndicate had is not given again, and whoever approves for one reads both',
    },
  },
  {
    ids: ['DESK-42'],
    broken: 'an investor gets a short name with a hidden character',
    file: 'src/shared/domain/investor-names.ts',
    from: '!HIDDEN.test(name) && ',
    to: '',
    test: {
      file: 'src/server/features/investors/kept-syndicates.test.ts',
      title: 'DESK-42 security rule: no investor gets a name that a reader takes for another one’s',
    },
  },
  {
    ids: ['GUEST-02'],
    broken: 'a guest to whom the payouts are open reads the tables as well',
    file: 'src/server/access/requirements.ts',
    from: 'guest.books.filter(({ parts }) => parts.includes(part))',
    to: 'guest.books.filter(({ parts }) => parts.includes(part) || parts.length > 0)',
    test: {
      file: 'src/server/attacks/guests.test.ts',
      title:
        'GUEST-02 security rule: a guest reaches exactly what the contract declares, of that only with the part, and nothing of a bank account',
    },
  },
  {
    ids: ['DESK-54'],
    broken: 'somebody at the desk gets an address that signs them in as an investor',
    file: 'src/server/features/links/desk-links.routes.ts',
    from: 'if (!body.isMailed)',
    to: "if (!body.isMailed && body.kind !== 'ticket')",
    test: {
      file: 'src/server/features/links/desk-links.test.ts',
      title:
        'DESK-54 security rule: a sign-in ticket goes to its person’s own mailbox only, and nobody at the desk sees it',
    },
  },
  {
    ids: ['OFFER-10'],
    broken: 'an underwriter asks for the link of an offer without a mail and accepts as the broker',
    file: 'src/server/features/links/desk-links.routes.ts',
    from: 'if (!body.isMailed)',
    to: "if (!body.isMailed && body.kind === 'ticket')",
    test: {
      file: 'src/server/attacks/roles-apart.test.ts',
      title:
        'OFFER-10 security rule: at the desk no link is had without a mail, and no answer has an address that lets its holder in',
    },
  },
  {
    ids: ['IMPORT-27'],
    broken: 'the permission to import moves money that its holder may not move',
    file: 'src/server/features/import-runs/plan-run.ts',
    from: '  requirePermissions({ tenantId, permissions }, run);\n  if (!(await',
    to: '  if (!(await',
    test: {
      file: 'src/server/features/import-runs/asks.test.ts',
      title: 'IMPORT-27 security rule: an import with',
    },
  },
  {
    ids: ['IMPORT-27'],
    broken: 'a service token imports what takes two people',
    file: 'src/server/features/imports/imports.routes.ts',
    from: 'if (!(await importAlone(tx, importing, operator)))',
    to: 'if (importing.asked.length > 99)',
    test: {
      file: 'src/server/approvals/by-token.test.ts',
      title:
        'IMPORT-27 security rule: a token imports as much as one person may, and what takes two not at all',
    },
  },
  {
    ids: ['IMPORT-27'],
    broken: 'shares in deals of a book in use ask for nothing',
    file: 'src/server/import/touched.ts',
    from: 'share.created_at >= now()',
    to: 'share.created_at > now()',
    test: {
      file: 'src/server/features/import-runs/asks.test.ts',
      title: 'IMPORT-27 security rule: shares in a deal of a book in use count as funding',
    },
  },
  {
    ids: ['IMPORT-27'],
    broken: 'payments of a merchant go to another deal because one person has swapped contract numbers',
    file: 'src/shared/domain/import-asks.ts',
    from: "'contract numbers changed': { needs: 'change-deals', takesTwo: true }",
    to: "'contract numbers changed': { needs: 'change-deals' }",
    test: {
      file: 'src/server/features/import-runs/asks.test.ts',
      title: 'IMPORT-27 security rule: another contract number of a deal takes two people',
    },
  },
  {
    ids: ['IMPORT-27'],
    broken: 'an investor that the loan system sends takes over the accounts of one made before under its id',
    file: 'src/shared/domain/import-asks.ts',
    from: "'investors renamed': { needs: 'manage-people', takesTwo: true }",
    to: "'investors renamed': { needs: 'manage-people' }",
    test: {
      file: 'src/server/features/import-runs/asks.test.ts',
      title: 'IMPORT-27 security rule: another name of an investor takes two people',
    },
  },
  {
    ids: ['IMPORT-14'],
    broken: 'answers of somebody who may only import decide whose the shares of a colleague’s file are',
    file: 'src/server/features/import-runs/earlier-answers.ts',
    from: 'return isIn && isTrusted ?',
    to: 'return isIn ?',
    test: {
      file: 'src/server/features/import-runs/earlier-answers.test.ts',
      title: 'IMPORT-14 security rule: answers are taken over from the same person',
    },
  },
  {
    ids: ['IMPORT-17'],
    broken: 'an import that was confirmed does something else, because the book has changed',
    file: 'src/server/features/import-runs/carry-out-run.ts',
    from: '!hasBegun && (isOther || ',
    to: '!hasBegun && (',
    test: {
      file: 'src/server/features/import-runs/earlier-answers.test.ts',
      title: 'IMPORT-17 security rule: an import whose rows would mean something else by now is refused',
    },
  },
  {
    ids: ['IMPORT-27'],
    broken: 'whoever prepared an import that takes two people confirms it',
    file: 'src/server/features/import-runs/asks.ts',
    from: 'new Set([run.startedBy, ...run.plannedBy, ...files.map(({ stagedBy }) => stagedBy)])',
    to: 'new Set([0n])',
    test: {
      file: 'src/server/features/import-runs/asks.test.ts',
      title: 'IMPORT-27 security rule: whoever said what an import is to do',
    },
  },
  {
    ids: ['DESK-87'],
    broken: 'an investor reads the thread of another syndicate of the same funder',
    file: 'src/server/features/invites/invites.queries.ts',
    from: ".where('invite.syndicateId', '=', syndicateId)",
    to: '',
    test: {
      file: 'src/server/features/requests/requests.test.ts',
      title: 'DESK-87 security rule: nobody else reads a thread: another syndicate, another tenant',
    },
  },
  {
    ids: ['DESK-89'],
    broken: 'a file goes with a message before it is checked',
    file: 'src/server/cases/sent-case-files.ts',
    from: "if (files.some(({ state }) => state === 'refused')) throw",
    to: "if (files.some(({ state }) => state === 'awaiting upload')) throw",
    test: {
      file: 'src/server/features/requests/request-files.test.ts',
      title:
        'DESK-89 security rule: what is infected or not checked is refused with words, and nobody ever gets it',
    },
  },
  {
    ids: ['DESK-147'],
    broken: 'a file is handed out before it was found clean',
    file: 'src/server/features/deal-files/desk-uploads.queries.ts',
    from: ".where('state', '=', 'clean')",
    to: ".where('state', '<>', 'checking')",
    test: {
      file: 'src/server/features/deal-files/desk-uploads.test.ts',
      title:
        'DESK-147 security rule: what is infected or not checked is listed with the reason or not at all, and nobody ever gets it',
    },
  },
  {
    ids: ['DOC-02'],
    broken: 'a file is published before it was found clean',
    file: 'src/server/features/documents/publish-documents.ts',
    from: "if (state !== 'clean' || sha256 === null) throw new Refusal('document_not_clean');",
    to: "if (sha256 === null) return { documentId, isPublished: state !== 'clean', sentCount: 0, sentBeforeCount: 0 };",
    test: {
      file: 'src/server/features/documents/documents.test.ts',
      title:
        'DOC-02 security rule: only what was found clean is published, and what a browser would run is refused',
    },
  },
  {
    ids: ['DOC-03'],
    broken: 'investors download the documents of other syndicates',
    file: 'src/server/features/documents/documents.queries.ts',
    from: '      and ${isOpen} and ${isFor(sql`${syndicateId}::bigint`)}`.execute(tx);',
    to: '      and ${isOpen} and ${syndicateId} > 0`.execute(tx);',
    test: {
      file: 'src/server/features/documents/documents.test.ts',
      title:
        'DOC-03 security rule: a manager of other books, a closed person and another tenant get no document of the syndicate',
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
      file: 'src/server/features/payout-runs/payout-runs.test.ts',
      title:
        'RUN-05 security rule: nobody approves a run they prepared or that pays their own syndicate, and only the draft they saw',
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
    ids: ['RUN-27'],
    broken: 'one person enters returns of any sum',
    file: 'src/server/payout-runs/second-person-of-return.ts',
    from: "  await moveAlone(tx, { tenantId, limit: 'corrections', amount, what }, by);\n",
    to: '',
    test: {
      file: 'src/server/features/payout-runs/bank-returns.test.ts',
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
      file: 'src/server/features/payout-runs/bank-returns.test.ts',
      title:
        'RUN-28 RUN-29 security rule: a withdrawal that is given back and spent again is marked for who approves it, and taking it back says below zero',
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
    ids: ['RUN-05'],
    broken: 'whoever added an investor approves the run that pays it first',
    file: 'src/server/payout-runs/first-payouts.ts',
    from: 'if (!(await areAllApart(tx, tenantId, people, userId)))',
    to: 'if (people.length < 0)',
    test: {
      file: 'src/server/features/payout-runs/brought-in.test.ts',
      title:
        'RUN-05 RUN-29 security rule: whoever added an investor or invited its people does not approve its first payout, nor does who is not apart from them',
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
    ids: ['PROFILE-02'],
    broken: 'an open session is enough to have the mail about money sent elsewhere',
    file: 'src/server/features/profile/update-contact.ts',
    from: "if (redirects && !isPasswordGiven) throw new Refusal('password_required');",
    to: '',
    test: {
      file: 'src/server/features/profile/contact.test.ts',
      title: 'PROFILE-02 security rule: a session alone does not redirect the mail about money',
    },
  },
  {
    ids: ['PROFILE-07'],
    broken: 'a notice goes to the addresses that are on file now, and to none before them',
    file: 'src/server/identity/notified-addresses.ts',
    from: '...ccEmails, ...former]',
    to: '...ccEmails]',
    test: {
      file: 'src/server/features/profile/notices.test.ts',
      title: 'PROFILE-07 security rule: every address of thirty days and all members are told',
    },
  },
  {
    ids: ['PROFILE-09'],
    broken: 'whoever closes all members of a syndicate first redirects its payouts unheard',
    file: 'src/server/payout-accounts/bank-notices.ts',
    from: 'await addJobs(tx, mailFormerMemberNotice, former.map(noticeTo));',
    to: '',
    test: {
      file: 'src/server/features/profile/former-members.test.ts',
      title: 'PROFILE-09 security rule: a member who',
    },
  },
  {
    ids: ['PROFILE-09'],
    broken: 'whoever was let go gets the account in the mail, and a link that stops the change',
    file: 'src/server/payout-accounts/bank-notices.ts',
    from: 'mailFormerMemberNotice, former.map',
    to: 'mailBankNotice, former.map',
    test: {
      file: 'src/server/features/profile/former-members.test.ts',
      title:
        'PROFILE-09 security rule: the mail names the funder to call; it has no link, and nothing of the account',
    },
  },
  {
    ids: ['PROFILE-08'],
    broken: 'an open session is enough to have the reports copied elsewhere',
    file: 'src/server/identity/mail-addresses.ts',
    from: 'before.esignEmail !== after.esignEmail || !isSameAddresses(before.ccEmails, after.ccEmails);',
    to: 'before.esignEmail !== after.esignEmail;',
    test: {
      file: 'src/server/features/profile/notices.test.ts',
      title: 'PROFILE-08 security rule: a session alone adds no CC address',
    },
  },
  {
    ids: ['PROFILE-06'],
    broken: 'closing an account leaves the change of a bank account that it asked for',
    file: 'src/server/identity/change-user.ts',
    from: "await cancelChangesOfUser(tx, { tenantId, userId }, 'account closed', by);",
    to: '',
    test: {
      file: 'src/server/features/profile/settled-bank-changes.test.ts',
      title: 'PROFILE-06 security rule: a change does not outlive the closed account',
    },
  },
  {
    ids: ['PROFILE-06'],
    broken: 'somebody who has left the syndicate still redirects its payouts',
    file: 'src/server/payout-accounts/apply-change.ts',
    from: ".where('syndicateId', '=', asked.syndicateId)",
    to: '',
    test: {
      file: 'src/server/features/profile/settled-bank-changes.test.ts',
      title: 'PROFILE-06 security rule: whoever has left the syndicate',
    },
  },
  {
    ids: ['PROFILE-05'],
    broken: 'a manager changes the profile of a syndicate that is only looked at',
    file: 'src/server/access/own-syndicate.ts',
    from: "if (claimed.syndicateId !== caller.syndicateId) throw new Refusal('profile_not_yours');",
    to: '',
    test: {
      file: 'src/server/features/profile/contact.test.ts',
      title: 'PROFILE-02 PROFILE-05 security rule: ids are claims',
    },
  },
  {
    ids: ['TELL-15'],
    broken: 'a guest’s name carries a link into the mail of the funder',
    file: 'src/server/features/guests/invite-guest.ts',
    from: 'requirePersonName(name);',
    to: '',
    test: {
      file: 'src/server/attacks/mailed-names.test.ts',
      title: 'TELL-15 security rule: no name with an address comes in',
    },
  },
  {
    ids: ['PREFUND-01'],
    broken: 'a share between two steps of the slider is taken',
    file: 'src/shared/domain/pre-funding.ts',
    from: 'return isOnStep && percent.gte(ZERO_RATE)',
    to: 'return percent.gte(ZERO_RATE)',
    test: {
      file: 'src/server/features/invites/pre-funding.test.ts',
      title: 'PREFUND-01 security rule: a share of',
    },
  },
  {
    ids: ['OFFER-02'],
    broken: 'the accepted offer keeps the payback of before the slider was moved',
    file: 'src/server/features/offers/accept-offer.ts',
    from: 'paybackAmountCents: terms.paybackAmount,',
    to: '',
    test: {
      file: 'src/server/features/offers/offers.test.ts',
      title: 'OFFER-02 security rule: prices of the browser are never believed, whichever of them it sends',
    },
  },
  {
    ids: ['OFFER-03'],
    broken: 'a sent file is removed while it is being stored, when its sender leaves',
    file: 'src/server/platform/http/sent-files.ts',
    from: '  place.folder = await makeTemporaryFolder(',
    to: "  reply.raw.once('close', () => void leavePlace(request));\n  place.folder = await makeTemporaryFolder(",
    test: {
      file: 'src/server/features/offers/broken-off-files.test.ts',
      title: 'OFFER-03 security rule: a file whose sender leaves while it is stored is stored all the same',
    },
  },
];
