import type { PlantedFault } from '../planted-fault.ts';

const BOARD = 'src/server/features/board/board.test.ts';
const APPROVALS = 'src/server/features/board/approvals-queue.test.ts';
const TIMES = 'src/web/desk/ui/times.test.ts';
const QUEUES = 'src/shared/domain/desk-queues.test.ts';

export const deskBoardFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-20'],
    broken: 'the board does not say who posted the day’s file',
    file: 'src/server/features/board/today.queries.ts',
    from: '`posting run ${runId}`',
    to: '`run ${runId}`',
    test: { file: BOARD, title: 'DESK-20 the day’s file, the last check and the reports are told' },
  },
  {
    ids: ['DESK-21'],
    broken: 'a promise counts as kept until twice its time has passed',
    file: 'src/shared/domain/desk-queues.ts',
    from: "if (now > dueAt) return { part: 1, urgency: 'over' };",
    to: "if (part > 2) return { part: 1, urgency: 'over' };",
    test: { file: QUEUES, title: 'DESK-21 above three quarters of the promised time its end is close' },
  },
  {
    ids: ['DESK-22'],
    broken: 'lines that were posted since stay among those that were refused',
    file: 'src/server/features/board/queue-sql.ts',
    from: "where ${isRecent} and ${isStillMissing('refusal')}",
    to: 'where ${isRecent}',
    test: { file: BOARD, title: 'DESK-22 a line that was refused waits until its reference is posted' },
  },
  {
    ids: ['DESK-23'],
    broken: 'what was paid long ago is still on its way',
    file: 'src/server/features/board/own-book.queries.ts',
    from: 'and pay_date >= ${today}',
    to: "and pay_date >= '2000-01-01'",
    test: { file: BOARD, title: 'DESK-23 the funder’s own book is the sum of its syndicates' },
  },
  {
    ids: ['DESK-24'],
    broken: 'everybody at the desk reads what just happened',
    file: 'src/server/features/board/board.routes.ts',
    from: "permissions.has('view-audit') ? readHappened(tx, tenantId) : null",
    to: 'permissions ? readHappened(tx, tenantId) : null',
    test: { file: BOARD, title: 'DESK-24 what just happened is left out' },
  },
  {
    ids: ['DESK-24'],
    broken: 'a document is named by its id',
    file: 'src/server/features/board/subject-names.ts',
    from: "select 'document ' || document.id as subject, coalesce(",
    to: "select 'file ' || document.id as subject, coalesce(",
    test: { file: BOARD, title: 'DESK-24 what just happened names guests' },
  },
  {
    ids: ['DESK-25'],
    broken: 'a job of another funder is dropped',
    file: 'src/server/features/board/board.routes.ts',
    from: "{ ids: [jobId], tenantId, state: 'given up' }",
    to: "{ ids: [jobId], state: 'given up' }",
    test: { file: BOARD, title: 'DESK-25 a mail that failed is sent again or dropped' },
  },
  {
    ids: ['DESK-26'],
    broken: 'the version is not told',
    file: 'src/server/features/board/health.ts',
    from: 'version ??= readVersion().version;',
    to: "version ??= '';",
    test: { file: BOARD, title: 'DESK-26 the health of the portal is told by part' },
  },
  {
    ids: ['DESK-27'],
    broken: 'a key opens the queue after the one that it stands for',
    file: 'src/web/desk/features/board/use-queue-keys.ts',
    from: 'latest.current(Number(event.key) - 1);',
    to: 'latest.current(Number(event.key));',
    test: { file: 'e2e/desk-board.spec.ts', title: 'DESK-27 the board answers the morning’s questions' },
    says: 'is full',
  },
  {
    ids: ['DESK-151'],
    broken: 'whoever has asked for something is told that it waits for their own decision',
    file: 'src/server/features/board/approvals-queue.ts',
    from: 'where waiting.asked_by <> ${userId}',
    to: 'where waiting.asked_by <> 0 and ${userId} <> 0',
    test: { file: APPROVALS, title: 'DESK-151 a draft of a payout run waits for those who can approve it' },
  },
  {
    ids: ['DESK-152'],
    broken: 'a change of bank account leads to an investor whose number is that of the change',
    file: 'src/server/features/board/pages-of-queue.ts',
    from: 'select change.id as key, change.syndicate_id as id',
    to: 'select change.id as key, change.id as id',
    test: { file: BOARD, title: 'DESK-22 DESK-152 bank changes and withdrawals wait' },
  },
  {
    ids: ['DESK-153'],
    broken: 'moments at the desk are told in the time of whoever reads them',
    file: 'src/web/lib/moment.ts',
    from: '{ ...DAY_AND_TIME, timeZone }',
    to: '{ ...DAY_AND_TIME }',
    test: { file: TIMES, title: 'DESK-153 moments are told in New York once the desk is open' },
  },
  {
    ids: ['DESK-160'],
    broken: 'an investor who opens the desk’s address gets its page with answers, and staff get none',
    file: 'src/server/pages/first-answers.ts',
    from: 'tenant.isDesk !== isAtDesk',
    to: 'tenant.isDesk',
    test: {
      file: 'src/server/pages/desk-first-answers.test.ts',
      title: 'DESK-160 the board arrives with who is there and the same answer as its call gets',
    },
  },
];
