import type { PlantedFault } from '../planted-fault.ts';

const AUDIT_WRITERS = 'src/server/platform/audit/audit-writers.test.ts';

export const operationFaults: readonly PlantedFault[] = [
  {
    ids: ['SHELL-06'],
    broken: 'a change of bank account is sent again and again while nobody knows whether the first was made',
    file: 'src/web/lib/call.ts',
    from: 'const isRepeated = mayRepeat(endpoint) && !isSentOnce;',
    to: 'const isRepeated = !isSentOnce;',
    test: {
      file: 'src/web/lib/call.test.ts',
      title: 'SHELL-06 a change that counts once is sent again; another is sent once',
    },
  },
  {
    ids: ['SHELL-06'],
    broken: 'of a command that was never sent the page says that it may have been done',
    file: 'src/web/lib/call.ts',
    from: '!mayBeDone ? NOT_SENT : ',
    to: '',
    test: {
      file: 'src/web/lib/call.test.ts',
      title: 'SHELL-06 a command that is refused with its token waits for the renewal and is sent then',
    },
  },
  {
    ids: ['OPS-01'],
    broken: 'a dry run changes the book',
    file: 'src/server/import/import-book.ts',
    from: 'if (isDryRun || isBlocked()) return false;',
    to: 'if (isBlocked()) return false;',
    test: {
      file: 'src/server/import/import.test.ts',
      title: 'OPS-01 a dry run says the same and changes nothing',
    },
  },
  {
    ids: ['OPS-01'],
    broken: 'each deal of an import reads all deals of before',
    file: 'migrations/20261201010101_open_terms_by_key.sql',
    from: 'and id = one.deal_id;',
    to: 'and id + 0 = one.deal_id;',
    test: {
      file: 'src/server/ledger/open-deals.test.ts',
      title:
        'OPS-01 a deal is opened without reading the others, so that the last of an import takes as long as the first',
    },
  },
  {
    ids: ['OPS-01'],
    broken: 'bank numbers can be guessed from what an import keeps to know its rows by',
    file: 'src/server/import/kinds/payout-accounts.ts',
    from: 'contentHashes: (work, row) => fingerprintsOf(requireEncryption(work), work.tenantId, row),',
    to: '',
    test: {
      file: 'src/server/import/payout-accounts.test.ts',
      title:
        'OPS-01 PROFILE-04 security rule: after an import no column of any table holds a readable bank number',
    },
  },
  {
    ids: ['OPS-01', 'PROFILE-04'],
    broken: 'after a change of keys an unchanged file undoes what syndicates have changed themselves',
    file: 'src/server/import/compare-rows.ts',
    from: 'if (before && others.some((other) => before.contentHash.equals(other)))',
    to: 'if (before && others.length < 0)',
    test: {
      file: 'src/server/import/payout-account-guards.test.ts',
      title: 'after ENCRYPTION_KEY was changed a stale file still undoes nothing',
    },
  },
  {
    ids: ['OPS-01', 'PROFILE-04'],
    broken: 'a stolen service token moves mail and money without the owner hearing of it',
    file: 'src/server/identity/notified-addresses.ts',
    from: 'distinctAddresses([...members, ',
    to: 'distinctAddresses([',
    test: {
      file: 'src/server/import/payout-account-guards.test.ts',
      title: 'an import that moves a syndicate’s mail twice and then its money is told to the people',
    },
  },
  {
    ids: ['OPS-01'],
    broken: 'the report about an import prints the account numbers of bad rows',
    file: 'src/server/import/findings.ts',
    from: '(hasBankNumbers(source.kind) ? masked(problem) : problem)',
    to: 'problem',
    test: {
      file: 'src/server/import/payout-accounts.test.ts',
      title: 'OPS-01 what is wrong with an account is named by line and column, and never with a number',
    },
  },
  {
    ids: ['OPS-02'],
    broken: 'a link is issued, and the mail that carries it never leaves',
    file: 'src/server/features/links/issue-link.ts',
    from: 'if (recipients) await queueLinkMail(tx, deps, { tenantId, page, recipients, linkId: id, token });',
    to: '',
    test: {
      file: 'src/server/features/links/link-mails.test.ts',
      title: 'OPS-02 OFFER-07 the broker gets the offer’s link by mail, and it opens the offer',
    },
  },
  {
    ids: ['OPS-03'],
    broken: 'the nightly report tells the day’s payout as the next one too',
    file: 'src/server/features/nightly-report/report.queries.ts',
    from: 'pay_date > ${reportDate}::date',
    to: 'pay_date >= ${reportDate}::date',
    test: {
      file: 'src/server/features/nightly-report/report-mail.test.ts',
      title: 'OPS-03 DASH-07 one mail to the e-sign address and the CCs',
    },
  },
  {
    ids: ['OPS-04'],
    broken: 'signing in and out leaves nothing in the audit trail',
    file: 'src/server/identity/open-tenants.ts',
    from: 'await recordAudit(tx, event);',
    to: '',
    test: {
      file: 'src/server/features/auth/auth.test.ts',
      title: 'OPS-04 signing in and out is in the tenant’s audit trail, and the chain holds',
    },
  },
  {
    ids: ['AUDIT-01'],
    broken: 'the server’s role can put an event into the past of the trail',
    file: 'migrations/20261118150100_audit_append.sql',
    from: 'revoke insert, update, delete, truncate on audit_events, audit_heads from portal_app;',
    to: '',
    test: {
      file: AUDIT_WRITERS,
      title: 'AUDIT-01 security rule: the server’s role cannot put a backdated event into the trail',
    },
  },
  {
    ids: ['AUDIT-02'],
    broken: 'another source address can be written over the one that was recorded',
    file: 'migrations/20261118150100_audit_append.sql',
    from: 'subject, details, host(address))::text',
    to: 'subject, details)::text',
    test: { file: AUDIT_WRITERS, title: 'AUDIT-02 the source address is part of what the hash covers' },
  },
  {
    ids: ['AUDIT-03'],
    broken: 'somebody looks through what is not theirs, and the trail says nothing of it',
    file: 'src/server/access/recorded-refusals.ts',
    from: "await recordView(tx, { ...by, action: 'access refused', subject, details });",
    to: '',
    test: {
      file: 'src/server/access/recorded-refusals.test.ts',
      title: 'AUDIT-03 security rule: a look into another tenant is in that tenant’s trail',
    },
  },
  {
    ids: ['AUDIT-04'],
    broken: 'the trail says that something was changed, and not what it was before',
    file: 'src/server/platform/audit/changes.ts',
    from: 'details[`old${name}`] = shortened(old);',
    to: '',
    test: {
      file: 'src/server/features/audit-trail/recorded-changes.test.ts',
      title: 'AUDIT-04 every action that changes something records the old and the new value',
    },
  },
  {
    ids: ['OPS-05'],
    broken: 'the log holds whole addresses, and with them names and tokens',
    file: 'src/server/platform/logger.ts',
    from: 'route: request.routeOptions?.url',
    to: 'route: request.routeOptions?.url, url: request.url',
    test: {
      file: 'src/server/platform/http/http.test.ts',
      title: 'OPS-05 logs hold what happened and nothing of whom',
    },
  },
  {
    ids: ['OPS-05'],
    broken: 'the doctor does not look at the key that the funder’s own account is encrypted with',
    file: 'src/server/operator/doctor/keys-in-use.ts',
    from: "payoutOriginators: 'tenant',",
    to: "payoutOriginators: 'user',",
    test: {
      file: 'src/server/operator/doctor.test.ts',
      title:
        'OPS-05 the doctor looks at the keys of every table: links that wait to be mailed, the funder’s own account, second factors that are being set up',
    },
  },
  {
    ids: ['OPS-47'],
    broken: 'nobody is told of statements that were never made',
    file: 'src/server/operator/tenant-nights.ts',
    from: 'coalesce(statements_through < ${dueStatements}::date, true)',
    to: 'coalesce(statements_through < ${dueStatements}::date, false)',
    test: {
      file: 'src/server/platform/operations/metrics.test.ts',
      title: 'OPS-47 STMT-08 the worker tells whose statements of the last month are due and not made',
    },
  },
  {
    ids: ['OPS-06'],
    broken: 'the demo’s bank statements do not add up to the figures taken from them',
    file: 'scripts/demo-data/underwriting/bank-statement.ts',
    from: 'return [total - sumMoney(parts), ...parts];',
    to: 'return [total, ...parts];',
    test: {
      file: 'scripts/demo-data/underwriting/bank-statement.unit.test.ts',
      title: 'OPS-06 a statement’s lines add up to the figures that were taken from it',
    },
  },
  {
    ids: ['OPS-07'],
    broken: 'reset links that are over are kept for ever',
    file: 'src/server/identity/purge.jobs.ts',
    from: "(tx) => tx.deleteFrom('passwordResets').where('expiresAt', '<', now).execute(),",
    to: '',
    test: {
      file: 'src/server/identity/purge.test.ts',
      title:
        'OPS-07 the worker deletes by itself, once a day, what nobody can use any more, and nothing else',
    },
  },
  {
    ids: ['OPS-11'],
    broken: 'one tenant may take every place for downloads',
    file: 'src/server/platform/http/streams.ts',
    from: 'const MOST_OF_ONE_TENANT = 3;',
    to: 'const MOST_OF_ONE_TENANT = 4;',
    test: {
      file: 'src/server/access/streams.test.ts',
      title: 'OPS-11 one reader and one tenant have only so many downloads at once',
    },
  },
  {
    ids: ['OPS-26'],
    broken: 'a commit is acknowledged while one machine alone has it, and lost with that machine',
    file: 'deploy/ha/patroni.yml',
    from: '    synchronous_mode_strict: true\n',
    to: '    synchronous_mode_strict: false\n',
    test: {
      file: 'scripts/failover/shipped-settings.unit.test.ts',
      title: 'OPS-26 the settings that we ship for three database machines',
    },
  },
  {
    ids: ['OPS-26'],
    broken: 'a process stays connected to a frozen machine that is no longer the leader',
    file: 'deploy/ha/haproxy.cfg',
    from: ' on-marked-down shutdown-sessions\n',
    to: '\n',
    test: {
      file: 'scripts/failover/shipped-settings.unit.test.ts',
      title: 'OPS-26 the settings that we ship for HAProxy',
    },
  },
  {
    ids: ['OPS-11'],
    broken: 'a download goes on after its session has ended',
    file: 'src/server/access/still-let-in.ts',
    from: "    .where('sessions.endedAt', 'is', null)\n",
    to: '',
    test: {
      file: 'src/server/access/streams.test.ts',
      title:
        'OPS-11 a download ends when its session has ended, its account is closed or a permission is gone',
    },
  },
  {
    ids: ['OPS-20'],
    broken: 'after a failover the worker looks alive and does nothing',
    file: 'src/server/platform/jobs/supervise-worker.ts',
    from: "    throw new Error('The job runner stopped without being told to.');\n",
    to: '    await new Promise(() => undefined);\n',
    test: {
      file: 'src/server/platform/jobs/ended-runner.test.ts',
      title: 'OPS-20 a worker whose job runner has ended ends too',
    },
  },
  {
    ids: ['OPS-20'],
    broken: 'a job whose beginning was lost with a connection waits for hours',
    file: 'src/server/platform/jobs/abandoned-jobs.ts',
    from: '      await releaseUnheardOf();\n',
    to: '',
    test: {
      file: 'src/server/platform/jobs/abandoned-jobs.test.ts',
      title: 'OPS-03 OPS-20 a worker that is alive keeps a job for as long as it takes',
    },
  },
  {
    ids: ['OPS-21'],
    broken: 'a balancer sends people to a database that can only be read',
    file: 'src/server/platform/db/writable.ts',
    from: '  if (rows[0]?.isReadOnly) throw new ReadOnlyDatabaseError();\n',
    to: '',
    test: {
      file: 'src/server/platform/operations/readiness.test.ts',
      title: 'OPS-21 a database that can only be read leaves no process ready',
    },
  },
  {
    ids: ['OPS-21'],
    broken: 'whoever asks after a silent database waits behind the one before',
    file: 'src/server/platform/db/pools.ts',
    from: '    if (isReadTimeout(error)) void (client as unknown as pg.Client).end().catch(() => undefined);\n',
    to: '',
    test: {
      file: 'src/server/platform/http/outages.test.ts',
      title: 'OPS-21 nor is a connection used again that sends one statement at a time',
    },
  },
  {
    ids: ['OPS-21'],
    broken: 'a mistake in the code is told as an outage that will pass',
    file: 'src/server/platform/db/pools.ts',
    from: 'if (BEGIN.test(text)) isMeantToRead = READ_ONLY.test(text);',
    to: '',
    test: {
      file: 'src/server/platform/http/outages.test.ts',
      title: 'OPS-21 a mistake of ours is not passed off as an outage',
    },
  },
  {
    ids: ['OPS-09'],
    broken: 'the file storage is waited for inside a transaction',
    file: 'src/server/platform/outside-work.ts',
    from: 'if (isInTransaction()) throw new OutsideWorkError(service, name);',
    to: '',
    test: {
      file: 'src/server/platform/outside-work.test.ts',
      title: 'OPS-09 a call of the file storage inside a transaction is refused, and says what to do',
    },
  },
  {
    ids: ['OPS-50'],
    broken: 'the proxy sends a command to a second process that the first one may have done',
    file: 'deploy/nginx.conf',
    from: 'proxy_next_upstream error timeout;',
    to: 'proxy_next_upstream error timeout http_502 non_idempotent;',
    test: {
      file: 'scripts/two-of-each.unit.test.ts',
      title:
        'OPS-50 security rule: nginx sends no command to a second process once the first may have got it',
    },
  },
  {
    ids: ['OPS-50'],
    broken: 'the command that migrates runs a file of whatever folder it is typed in',
    file: 'src/server/cli.ts',
    from: 'process.chdir(import.meta.dirname);',
    to: '',
    test: {
      file: 'src/server/cli-folder.unit.test.ts',
      title:
        'OPS-50 security rule: a command runs nothing of the folder in which it was typed, whosever that is',
    },
  },
  {
    ids: ['OPS-50'],
    broken: 'an upgrade goes on with the next process although the one before does not answer',
    file: 'deploy/install-release',
    from: '[ "$SECONDS" -lt "$deadline" ] || return 1',
    to: '[ "$SECONDS" -lt "$deadline" ] || break',
    test: {
      file: 'scripts/install-release.unit.test.ts',
      title:
        'OPS-50 if a process does not get ready, the rest is left alone and the release before is put back',
    },
  },
  {
    ids: ['OPS-21'],
    broken: 'a command ends with its stack when the disk of the database is full',
    file: 'src/server/platform/db/outages.ts',
    from: "severity === 'FATAL' && code?.startsWith('XX') === true",
    to: 'false',
    test: {
      file: 'src/server/platform/http/outages.test.ts',
      title: 'OPS-21 a database that lets nobody in because its disk is full is away',
    },
  },
  {
    ids: ['OPS-50'],
    broken: 'a migration waits for a lock until the database ends a request for it',
    file: 'src/server/platform/db/give-way.ts',
    from: 'const LOCK_MS = 500;',
    to: 'const LOCK_MS = 3_000;',
    test: {
      file: 'src/server/platform/db/migrate.test.ts',
      title:
        'OPS-50 a request that a migration would wait for in turn is answered, and the migration tries again',
    },
  },
  {
    ids: ['OPS-50'],
    broken: 'a migration writes the table of the syndicates anew while people read it',
    file: 'migrations/20261121020100_book_versions.sql',
    from: 'alter table syndicates alter column version set default gen_random_uuid();',
    to: 'alter table syndicates drop column version, add column version uuid not null default gen_random_uuid();',
    test: {
      file: 'src/server/platform/db/migrate.test.ts',
      title:
        'OPS-50 no migration writes a table anew, which somebody who reads in an older snapshot would find empty',
    },
  },
  {
    ids: ['OPS-51'],
    broken: 'after an upgrade the pages that people have open ask in vain for their files',
    file: 'src/server/pages/published-files.ts',
    from: 'case when name = any(${names}) then null else now() end',
    to: 'case when name = any(${names}) then null else published_at end',
    test: {
      file: 'src/server/pages/published-files.test.ts',
      title: 'OPS-51 files of a release are removed 30 days after a newer one replaced it, and never before',
    },
  },
  {
    ids: ['OPS-51'],
    broken: 'a process sends the files of its own release alone',
    file: 'src/server/pages/web-app.ts',
    from: 'const body = await readFile(name);',
    to: 'const body = (await readFile(name)) && null;',
    test: {
      file: 'src/server/pages/published-files.test.ts',
      title: 'OPS-51 during and after an upgrade each process sends the files of both releases, as its own',
    },
  },
  {
    ids: ['OPS-52'],
    broken: 'a release is made although its list of parts lacks a package of another package’s own',
    file: 'scripts/releases/sbom.ts',
    from: ".filter(([at]) => at.startsWith('node_modules/'))",
    to: ".filter(([at]) => at.startsWith('node_modules/') && at.lastIndexOf('node_modules/') === 0)",
    test: {
      file: 'scripts/releases/sbom.unit.test.ts',
      title:
        'OPS-52 a release whose list of parts lacks an installed package, or has another version of it, is not made',
    },
  },
];
