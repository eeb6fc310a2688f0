import type { PlantedFault } from '../planted-fault.ts';

const RUNS = 'src/server/features/import-runs/import-runs.test.ts';
const JOURNAL = 'migrations/20261207030101_import_journal.sql';
const MAILS = 'src/server/features/import-runs/mails-of-import.test.ts';
const UNDO = 'src/server/features/import-runs/undo-run.test.ts';
const ANSWERS = 'src/server/features/import-runs/earlier-answers.test.ts';
const BESIDE = 'src/server/features/import-runs/statements-beside-undo.test.ts';
const CHANGES = 'src/server/features/import-runs/changes-beside-undo.test.ts';
const MESSY =
  'IMPORT-10 IMPORT-11 IMPORT-12 IMPORT-13 a messy book is checked, put right once per value, and imported to its control totals';
const AGAIN =
  'IMPORT-14 IMPORT-15 the same files again are known: columns and words are remembered, and nothing is imported twice';
const WHO = 'src/server/features/import-runs/who-is-who.test.ts';
const NAMESAKES =
  'IMPORT-12 a name that more than one investor has is asked for, whichever of them has it as a short name';
const CHOSEN_BEFORE =
  'IMPORT-12 what was chosen before anybody had a name is asked for again once somebody has it';
const UNDONE = 'IMPORT-19 IMPORT-20 an import is undone as if it had not been, and can be made again';

export const deskImportsFaults: readonly PlantedFault[] = [
  {
    ids: ['IMPORT-10'],
    broken: 'an import is in the book before anybody confirms it',
    file: 'src/server/features/import-runs/check-run.ts',
    from: 'isDryRun: true',
    to: 'isDryRun: false',
    test: { file: RUNS, title: MESSY },
  },
  {
    ids: ['IMPORT-11'],
    broken: 'a word that nobody has explained is taken for none',
    file: 'src/server/import/mapping/read-fields.ts',
    from: "{ reason: 'is a word that nobody has explained yet', fix: 'word' }",
    to: "{ value: '' }",
    test: { file: RUNS, title: MESSY },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'the return of a debit is taken for a return of the same day’s debit or of none',
    file: 'src/server/import/mapping/map-payments.ts',
    from: '!entry.isReturned && entry.date < date',
    to: '!entry.isReturned && entry.date > date',
    test: { file: RUNS, title: MESSY },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'of two investors of one name the first one gets the shares of both',
    file: 'src/server/import/mapping/known-book.ts',
    from: 'other === undefined || other === syndicate ? syndicate : null',
    to: 'other ?? syndicate',
    test: { file: RUNS, title: NAMESAKES },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'the short name beside a name that two investors have counts for nothing',
    file: 'src/server/import/mapping/map-syndicates.ts',
    from: 'wordKey(one.abbreviation) === wordKey(abbreviation)',
    to: 'wordKey(one.abbreviation) === null',
    test: {
      file: RUNS,
      title:
        'IMPORT-12 of two investors of one name, an investors file says which by its ID or by the short name beside the name',
    },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'an investor of the book gets the shares of a new one of that name that the files have',
    file: 'src/server/import/mapping/map-syndicates.ts',
    from: 'known === null || others.length > (known ? 0 : 1)',
    to: 'known === null || others.length > 1',
    test: {
      file: RUNS,
      title:
        'IMPORT-12 a name that an investor of the book and another one of the files have is asked for, and what is chosen counts',
    },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'what was chosen in an earlier import takes the shares of an investor who has the name by now',
    file: 'src/server/import/mapping/map-syndicates.ts',
    from: 'if (chosen && (isNamesake || isAlone))',
    to: 'if (chosen)',
    test: { file: RUNS, title: CHOSEN_BEFORE },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'a row with another name that cannot be read is forgotten, and somebody else gets its shares',
    file: 'src/server/import/mapping/map-syndicates.ts',
    from: "noteOfRun(work, values, known ? externalIdOf(work, 'syndicates', known) : newIdOf(values), false);",
    to: 'if (known === undefined) noteOfRun(work, values, newIdOf(values), false);',
    test: { file: RUNS, title: CHOSEN_BEFORE },
  },
  {
    ids: ['IMPORT-12'],
    broken: 'the shares of a new investor whose name others have can be given to a stranger alone',
    file: 'src/server/import/mapping/map-syndicates.ts',
    from: 'if (!canChoose)',
    to: 'if (ofRun.length === 0)',
    test: {
      file: RUNS,
      title:
        'IMPORT-12 where several new investors of the files have a name, no other one is offered, and their ID or short name says which',
    },
  },
  {
    ids: ['IMPORT-13'],
    broken: 'an import is made although a control total differs',
    file: 'src/server/features/import-runs/run-report.ts',
    from: 'totals.find((total) => !isSameTotal(total))',
    to: 'totals.find(() => false)',
    test: { file: RUNS, title: MESSY },
  },
  {
    ids: ['IMPORT-14'],
    broken: 'the columns of an earlier import are forgotten',
    file: 'src/server/features/import-runs/earlier-answers.ts',
    from: 'headerOf(columns.map(({ name }) => name)) === headerOf(headers)',
    to: 'headers.length === 0',
    test: { file: RUNS, title: AGAIN },
  },
  {
    ids: ['IMPORT-15'],
    broken: 'the same debit in another import is another debit',
    file: 'src/server/import/mapping/map-payments.ts',
    from: 'own || known?.reference || `',
    to: 'own || `${line} ',
    test: { file: RUNS, title: AGAIN },
  },
  {
    ids: ['IMPORT-16'],
    broken: 'a file without a column for the merchant’s name takes the name away',
    file: 'src/server/import/mapping/map-deals.ts',
    from: "values['name'] || before?.name || ''",
    to: "values['name'] || ''",
    test: {
      file: RUNS,
      title:
        'IMPORT-16 a column that is absent changes nothing, and one that changes is told before and after',
    },
  },
  {
    ids: ['IMPORT-17'],
    broken: 'somebody confirms another import than they saw',
    file: 'src/server/features/import-runs/plan-run.ts',
    from: "run.revision !== revision || run.state !== 'ready'",
    to: "run.state !== 'ready'",
    test: {
      file: RUNS,
      title:
        'IMPORT-17 who confirms has seen what is imported, and what is at work or through cannot be changed',
    },
  },
  {
    ids: ['IMPORT-18'],
    broken: 'a file that is no text is read as one',
    file: 'src/server/stored-files/file-checks/inspect-file.ts',
    from: "SHEET_CHECKS[type?.mime ?? 'text']",
    to: "SHEET_CHECKS['text']",
    test: {
      file: RUNS,
      title:
        'IMPORT-18 a file with a virus, of another kind or without a header is told, and nothing is read of it',
    },
  },
  {
    ids: ['IMPORT-19', 'IMPORT-20'],
    broken: 'undoing an import leaves the rows that it changed as they are',
    file: JOURNAL,
    from: 'elsif entry.after is not null then',
    to: "elsif entry.table_name = 'deals' then",
    test: { file: UNDO, title: 'IMPORT-19 IMPORT-20 every column that a file can change goes back' },
  },
  {
    ids: ['IMPORT-20'],
    broken: 'undoing an import leaves the entries that it made in cash accounts',
    file: JOURNAL,
    from: "'idempotency_keys', 'reconciliations',",
    to: "'idempotency_keys', 'reconciliations', 'cash_entries',",
    test: { file: 'src/server/features/import-runs/undo-property.test.ts', title: 'IMPORT-20' },
  },
  {
    ids: ['IMPORT-21'],
    broken: 'undoing an import writes over what somebody has changed since',
    file: JOURNAL,
    from: "where (to_jsonb(now) - left_by_undoing()) is distinct from (image - left_by_undoing())'",
    to: "where false'",
    test: { file: UNDO, title: 'IMPORT-21 a row that somebody has changed since keeps the whole import' },
  },
  {
    ids: ['IMPORT-21'],
    broken: 'undoing an import writes over what is changed by hand while it waits',
    file: 'src/server/features/import-runs/undo-run.ts',
    from: '      await sql`select hold_imported_rows(${which.runId})`.execute(tx);\n',
    to: '',
    test: {
      file: CHANGES,
      title: 'IMPORT-21 what is changed by hand while the undoing of an import waits for another row',
    },
  },
  {
    ids: ['IMPORT-19', 'IMPORT-20'],
    broken: 'undoing an import leaves what its lines added to the changes of a book',
    file: JOURNAL,
    from: 'kept.line_count - part.line_count)',
    to: 'kept.line_count)',
    test: { file: UNDO, title: UNDONE },
  },
  {
    ids: ['IMPORT-21'],
    broken: 'an import is undone although payments were posted to its deals since',
    file: JOURNAL,
    from: 'deal_id = any (touched_deals) and recorded_at > confirmed\n      and (source_id is null',
    to: 'false\n      and (source_id is null',
    test: {
      file: UNDO,
      title: 'IMPORT-21 what was built on an import keeps it from being undone, and the page says what',
    },
  },
  {
    ids: ['IMPORT-21'],
    broken: 'an import is undone although investors have statements with its figures',
    file: JOURNAL,
    from: 'and kept.made_at > confirmed',
    to: 'and kept.made_at > confirmed and false',
    test: {
      file: UNDO,
      title:
        'IMPORT-21 statements that were made of it keep an import, and those of the months before it do not',
    },
  },
  {
    ids: ['IMPORT-21'],
    broken: 'an import is undone while statements with its figures are being made',
    file: 'src/server/statements/make-batch.ts',
    from: '  await holdImports(tx, tenantId);',
    to: '',
    test: {
      file: BESIDE,
      title: 'IMPORT-21 statements that are being made of an import keep it, although nobody sees them yet',
    },
  },
  {
    ids: ['IMPORT-21'],
    broken: 'an import is undone while a report with its figures is handed over',
    file: JOURNAL,
    from: 'coalesce(sent_at, sending_since) > confirmed',
    to: 'sent_at > confirmed',
    test: {
      file: MAILS,
      title: 'IMPORT-21 a report that is being sent keeps the imports whose figures it has',
    },
  },
  {
    ids: ['IMPORT-34'],
    broken: 'undoing an import sends the mails about money elsewhere, and nobody is told',
    file: 'src/server/features/import-runs/undo-run.ts',
    from: 'for (const redirection of moved)',
    to: 'for (const redirection of moved.slice(moved.length))',
    test: {
      file: MAILS,
      title: 'IMPORT-34 who was told that mails go to another address is listed',
    },
  },
  {
    ids: ['IMPORT-22'],
    broken: 'an import is undone that nobody has asked to undo',
    file: JOURNAL,
    from: "and run.id = of_run and run.state = 'undoing' for update",
    to: 'and run.id = of_run for update',
    test: { file: UNDO, title: 'IMPORT-22 nobody else takes anything out of the ledger' },
  },
  {
    ids: ['IMPORT-23'],
    broken: 'the page offers to import while something is missing',
    file: 'src/web/desk/features/import/import-page.tsx',
    from: "isBusy || run.state !== 'ready' || run.blocker !== null",
    to: "isBusy || run.state !== 'ready'",
    test: {
      file: 'e2e/desk-import.spec.ts',
      title:
        'IMPORT-23 a messy book is put right, imported, undone and imported again, by pointer and keyboard',
    },
    says: 'toBeDisabled',
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
    test: { file: ANSWERS, title: 'IMPORT-14 security rule: answers are taken over from the same person' },
  },
  {
    ids: ['IMPORT-17'],
    broken: 'an import that was confirmed does something else, because the book has changed',
    file: 'src/server/features/import-runs/carry-out-run.ts',
    from: '!hasBegun && (isOther || ',
    to: '!hasBegun && (',
    test: {
      file: ANSWERS,
      title: 'IMPORT-17 security rule: an import whose rows would mean something else by now is refused',
    },
  },
  {
    ids: ['IMPORT-19'],
    broken: 'undoing one import takes what undoing an earlier one of the day subtracts from',
    file: JOURNAL,
    from: 'where part.tenant_id = tenant and part.run_id = of_run\n  on conflict do nothing;',
    to: 'where false\n  on conflict do nothing;',
    test: { file: UNDO, title: 'IMPORT-19 imports of one day that are undone, the newest first' },
  },
  {
    ids: ['IMPORT-35'],
    broken: 'a posting waits for the trial of an import',
    file: 'migrations/20261208010102_break_off_trial.sql',
    from: '    if exists (\n',
    to: '    if false and exists (\n',
    test: {
      file: 'src/server/import/run-trial.test.ts',
      title:
        'IMPORT-35 whoever waits for a trial goes first: it is broken off, begun again, and leaves nothing',
    },
  },
  {
    ids: ['IMPORT-35'],
    broken: 'a trial leaves out what it does to cash accounts',
    file: 'src/server/features/import-runs/rehearse-run.ts',
    from: 'entry.recorded_at >= now()',
    to: 'entry.recorded_at > now()',
    test: {
      file: 'src/server/features/import-runs/undo-property.test.ts',
      title: 'random books',
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
    ids: ['IMPORT-25'],
    broken:
      'a word that nobody has explained makes every share and payment of its deals one of an unknown deal',
    file: 'src/server/import/mapping/map-shares.ts',
    from: 'if (work.dealsInFiles.has(told))',
    to: 'if (work.dealsOfRun.has(told))',
    test: {
      file: 'src/server/features/import-runs/import-runs.test.ts',
      title:
        'IMPORT-25 rows of deals that are not right yet wait for them, and one value for all rows is read as a cell is',
    },
  },
  {
    ids: ['IMPORT-28'],
    broken: 'a name that is like an investor’s becomes a new investor without a question of its own',
    file: 'src/server/import/mapping/map-syndicates.ts',
    from: 'if (known.length > 0) return { reason: LIKE_EXISTING, suggested: known };',
    to: '',
    test: {
      file: WHO,
      title:
        'IMPORT-28 a name like an investor’s is asked about by itself, with whom it is like, and nobody is made twice',
    },
  },
  {
    ids: ['IMPORT-28'],
    broken: 'the next fund of the same house is taken for the same investor',
    file: 'src/shared/domain/similar-names.ts',
    from: 'if (one.numbers !== other.numbers) return null;',
    to: '',
    test: {
      file: 'src/shared/domain/similar-names.test.ts',
      title: 'IMPORT-28 the next fund of the same house is another investor',
    },
  },
  {
    ids: ['IMPORT-29'],
    broken: 'the statements of a new investor go to somebody else without a question',
    file: 'src/server/import/mapping/map-addresses.ts',
    from: 'said.find((address) => otherOf(address) === null)',
    to: 'said.find((address) => otherOf(address) !== undefined)',
    test: {
      file: WHO,
      title:
        'IMPORT-29 each new investor has an address of its own, and one that somebody else has is asked about',
    },
  },
  {
    ids: ['IMPORT-30'],
    broken: 'a broker that the book has is made again',
    file: 'src/server/import/mapping/map-brokers.ts',
    from: 'for (const broker of known) note(brokers, broker, broker);',
    to: 'for (const broker of known) note(brokers, broker, { email: broker.email });',
    test: {
      file: WHO,
      title:
        'IMPORT-30 the brokers of a deals export are found by name or made, and without an address their deals come without them',
    },
  },
  {
    ids: ['IMPORT-31'],
    broken: 'the first import of a book mails the addresses of every investor',
    file: 'src/server/payout-accounts/bank-notices.ts',
    from: "news === 'entered' ? addressesOfSyndicate : addressesToNotify",
    to: "news === 'requested' ? addressesOfSyndicate : addressesToNotify",
    test: {
      file: 'src/server/import/payout-account-guards.test.ts',
      title: 'an import that moves a syndicate’s mail twice and then its money is told to the people',
    },
  },
  {
    ids: ['IMPORT-26'],
    broken: 'the list of deals shows what was funded as collected',
    file: 'src/web/desk/features/deals/deals-page.tsx',
    from: '<MoneyText amount={collected} />',
    to: '<MoneyText amount={fundedAmount} />',
    test: {
      file: 'e2e/desk-import.spec.ts',
      title: 'IMPORT-26 a book and its day come to their control totals with nothing but the browser',
    },
    says: 'collected per deal',
  },
  {
    ids: ['IMPORT-32'],
    broken: 'a column for a field that the import does not offer is left out without a word',
    file: 'src/server/features/import-runs/desk-imports.routes.ts',
    from: '    requireOffered(body);\n',
    to: '',
    test: {
      file: 'src/server/features/import-runs/who-is-who.test.ts',
      title:
        'IMPORT-32 a field that the import does not offer is refused with the reason, and nothing is planned',
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
];
