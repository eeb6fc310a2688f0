import type { PlantedFault } from '../planted-fault.ts';

const ACTING_PERSON = 'src/server/operator/acting-person.test.ts';

export const commandFaults: readonly PlantedFault[] = [
  {
    ids: ['OPS-40'],
    broken: 'a command can name an investor as the person of the staff whom it is run for',
    file: 'src/server/identity/members.queries.ts',
    from: "\n    .where('m.role', 'in', STAFF_ROLES)\n",
    to: '\n',
    test: {
      file: ACTING_PERSON,
      title: 'OPS-40 who is no staff of the tenant, or no longer, cannot be named',
    },
  },
  {
    ids: ['OPS-40'],
    broken:
      'what is viewed in a session that the staff’s ticket opened looks as if the investor had viewed it',
    file: 'src/server/access/identify-caller.ts',
    from: '  if (session.isOfOneTenant) noteTicketIssuer(await ticketIssuerOf(tx, session));\n',
    to: '',
    test: {
      file: ACTING_PERSON,
      title: 'OPS-40 every event of a session that a ticket opened says who issued the ticket',
    },
  },
  {
    ids: ['OPS-41'],
    broken: 'the list of jobs shows whom a failed mail was for',
    file: 'src/server/platform/jobs/kept-jobs.ts',
    from: "    .replace(/[^\\s<>\"'(),:;]+@[^\\s<>\"'(),:;]+/g, '<address>')\n",
    to: '',
    test: {
      file: 'src/server/operator/jobs.test.ts',
      title: 'OPS-41 jobs that were given up are listed without what they carry',
    },
  },
  {
    ids: ['OPS-42'],
    broken: 'the list of users calls somebody active who is locked out',
    file: 'src/server/identity/sign-in-throttle.ts',
    from: '          await lockouts.block(accountKey, LOCK_SECONDS);\n',
    to: '',
    test: {
      file: 'src/server/operator/user-list.test.ts',
      title: 'OPS-42 the list of users has a header, and says who is locked',
    },
  },
  {
    ids: ['OPS-43'],
    broken: 'the second page of the book repeats the first',
    file: 'src/server/book/listed-book.queries.ts',
    from: ' sql`id > ${after}`,',
    to: ' sql`${after} >= 0`,',
    test: {
      file: 'src/server/features/listed-book/listed-book.test.ts',
      title: 'OPS-43 a funder’s system reads the whole book page by page, each row once',
    },
  },
  {
    ids: ['OPS-44'],
    broken: 'a dry run over HTTP posts the day',
    file: 'src/server/features/posting/posting.routes.ts',
    from: '? dryRun(db, tenantId, path, completeThrough)',
    to: '? post(db, tenantId, path, { operator, confirm, completeThrough })',
    test: {
      file: 'src/server/features/posting/posting.test.ts',
      title: 'OPS-44 a dry run says what posting would do to each deal',
    },
  },
];
