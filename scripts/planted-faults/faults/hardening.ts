import type { PlantedFault } from '../planted-fault.ts';

export const hardeningFaults: readonly PlantedFault[] = [
  {
    ids: ['OPS-12'],
    broken: 'production talks to a database on another machine in plain text',
    file: 'src/server/platform/settings/plain-text.ts',
    from: "query.get('sslmode') === 'verify-full'",
    to: "query.get('sslmode') !== 'disable'",
    test: {
      file: 'src/server/platform/settings/plain-text.unit.test.ts',
      title: 'OPS-12 a command that reads one setting alone refuses it too',
    },
  },
  {
    ids: ['OPS-12'],
    broken: 'the proxy passes sign-ins on to whoever took the api’s address',
    file: 'deploy/nginx.conf',
    from: 'proxy_ssl_verify on;',
    to: 'proxy_ssl_verify off;',
    test: {
      file: 'scripts/inner-connections.unit.test.ts',
      title: 'OPS-12 the proxy and Prometheus check the certificate of whom they call',
    },
  },
  {
    ids: ['OPS-12'],
    broken: 'whoever listens inside reads every file on its way to the storage',
    file: 'compose.yaml',
    from: '\n  S3_ENDPOINT: https://s3:8333',
    to: '\n  S3_ENDPOINT: http://s3:8333',
    test: {
      file: 'scripts/inner-connections.unit.test.ts',
      title: 'OPS-12 no address in compose.yaml or deploy/ is one of plain text',
    },
  },
  {
    ids: ['OPS-12'],
    broken: 'the api listens for everybody in plain text',
    file: 'src/server/platform/settings/plain-text.ts',
    from: "given['TLS_CERT_FILE'] !== undefined || isPrivate(value, given)",
    to: "given['TLS_CERT_FILE'] === undefined || isPrivate(value, given)",
    test: {
      file: 'src/server/platform/settings/plain-text.unit.test.ts',
      title: 'OPS-12 production refuses',
    },
  },
  {
    ids: ['OPS-13'],
    broken: 'a library may turn any text into elements',
    file: 'src/server/platform/http/security-headers.ts',
    from: '...(scripts.length > 0 ? [] : TRUSTED_TYPES),',
    to: '...(scripts.length > 0 ? TRUSTED_TYPES : []),',
    test: {
      file: 'src/server/platform/http/http.test.ts',
      title: 'OPS-13 a page takes no plain string as HTML or script',
    },
  },
  {
    ids: ['OPS-14'],
    broken: 'a backup without a key is written in plain text',
    file: 'deploy/backup',
    from: '"${BACKUP_UNENCRYPTED:-}" != yes',
    to: '"${BACKUP_UNENCRYPTED:-}" = no',
    test: {
      file: 'scripts/deploy.unit.test.ts',
      title: 'OPS-14 a backup that nobody has said to be for whom is refused',
    },
  },
  {
    ids: ['OPS-46'],
    broken: 'a backup of the wrong bucket counts as one of a portal without files',
    file: 'deploy/backup',
    from: '"$(ask \'select exists (select from files)\')" = t',
    to: '"$(ask \'select exists (select from files)\')" = never',
    test: {
      file: 'scripts/backup/backup.test.ts',
      title: 'OPS-46 a book with its files is backed up beside what a broken-off run left',
    },
  },
  {
    ids: ['OPS-46'],
    broken: 'the newest backup is deleted with the old ones',
    file: 'deploy/old-backups',
    from: 'if [ "$index" = 0 ]; then is_kept=yes; fi',
    to: '',
    test: {
      file: 'scripts/backup/old-backups.unit.test.ts',
      title: 'OPS-46 the newest backup is always kept',
    },
  },
  {
    ids: ['OPS-47'],
    broken: 'nobody is woken: what pages goes to nobody',
    file: 'deploy/alertmanager.yml',
    from: 'severity="page"',
    to: 'severity="pager"',
    test: {
      file: 'scripts/alerts.unit.test.ts',
      title: 'OPS-47 what happens at night is told, and each severity has somebody who gets it',
    },
  },
  {
    ids: ['OPS-45'],
    broken: 'no certificate is ever renewed: the question of the authority is sent on to https',
    file: 'deploy/nginx.conf',
    from: 'location /.well-known/acme-challenge/ {',
    to: 'location /.well-known/acme/ {',
    test: {
      file: 'scripts/deploy.unit.test.ts',
      title: 'OPS-45 on port 80 the question of a certificate authority is answered for each name',
    },
  },
  {
    ids: ['OPS-48'],
    broken: 'one visitor fills the log with failures of a browser',
    file: 'src/server/features/browser-failures/browser-failures.routes.ts',
    from: 'await ofNetwork.consume(addressBlock(address));',
    to: '',
    test: {
      file: 'src/server/features/browser-failures/browser-failures.test.ts',
      title: 'OPS-48 one network is counted sixty times in ten minutes',
    },
  },
  {
    ids: ['OPS-15'],
    broken: 'passwords need the stolen pepper for ever',
    file: 'src/server/features/auth/credentials.ts',
    from: 'await renewHash(deps, user, credentials.password);',
    to: '',
    test: {
      file: 'src/server/features/auth/renew-hash.test.ts',
      title: 'OPS-15 after the pepper was changed a sign-in renews the hash',
    },
  },
  {
    ids: ['OPS-16'],
    broken: 'whoever gets into the database’s container can send the book anywhere',
    file: 'compose.yaml',
    from: '    internal: true\n',
    to: '',
    test: {
      file: 'scripts/confinement.unit.test.ts',
      title: 'OPS-16 only what has to reach the internet can',
    },
  },
  {
    ids: ['OPS-17'],
    broken: 'an alert waits for a refusal that does not exist',
    file: 'deploy/alerts.yml',
    from: 'code="second_factor_wrong"',
    to: 'code="second_factor_bad"',
    test: {
      file: 'scripts/alerts.unit.test.ts',
      title: 'OPS-17 alerts ask for metrics, refusals, routes and jobs that there are',
    },
  },
  {
    ids: ['OPS-17'],
    broken: 'nobody hears of an audit trail that was changed',
    file: 'src/server/features/audit-trail/check-trails.jobs.ts',
    from: 'if (firstBroken !== null)',
    to: 'if (firstBroken === -1n)',
    test: {
      file: 'src/server/features/audit-trail/check-trails.test.ts',
      title: 'OPS-17 the daily check of an audit trail fails once an event was changed',
    },
  },
  {
    ids: ['OPS-24'],
    broken: 'behind a pooler a statement is refused for good once a migration has changed its answer',
    file: 'src/server/platform/db/connections.ts',
    from: 'this.#statements.renew(text);',
    to: '',
    test: {
      file: 'src/server/platform/db/through-pooler.test.ts',
      title: 'OPS-24 a statement that a migration changed the answer of is refused once, and then known anew',
    },
  },
  {
    ids: ['OPS-24'],
    broken: 'worker and commands work through a pooler, where their locks belong to others',
    file: 'src/server/platform/db/sessions.ts',
    from: 'return rows[0]?.pid === processID;',
    to: 'return rows.length > 0;',
    test: {
      file: 'src/server/platform/db/through-pooler.test.ts',
      title: 'OPS-24 who needs a session refuses a connection that is handed on',
    },
  },
];
