import type { PlantedFault } from '../planted-fault.ts';

const ACTING_PERSON = 'src/server/operator/acting-person.test.ts';

export const commandFaults: readonly PlantedFault[] = [
  {
    ids: ['OPS-40'],
    broken: 'a command can name an investor as the person of the staff whom it is run for',
    file: 'src/server/identity/members.queries.ts',
    from: "    .where('m.role', 'in', STAFF_ROLES)\n",
    to: '',
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
];
