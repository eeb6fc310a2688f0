import type { PlantedFault } from '../planted-fault.ts';

const REQUESTS = 'src/server/features/requests/requests.test.ts';
const ANSWER = 'src/server/cases/answer-case.ts';

export const deskRequestsFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-80'],
    broken: 'an answer to a pre-funding without words waits for an answer',
    file: 'migrations/20261125060101_invite_cases.sql',
    from: 'for each row when (has_words(new.message_html))',
    to: 'for each row',
    test: {
      file: REQUESTS,
      title:
        'DESK-80 what an investor writes opens one case for the invite, and a pre-funding answer only with words',
    },
  },
  {
    ids: ['DESK-81'],
    broken: 'a case stays done although the investor has written again',
    file: 'migrations/20261125060101_invite_cases.sql',
    from: "    state = 'open',\n",
    to: '',
    test: {
      file: REQUESTS,
      title:
        'DESK-81 open, answered, done, and open again when the investor writes; all of it is in the trail',
    },
  },
  {
    ids: ['DESK-82'],
    broken: 'of two who take a case at once both believe that it is theirs',
    file: 'src/server/cases/own-case.ts',
    from: 'if (ownerId === seenOwnerId) return;',
    to: 'if (ownerId === seenOwnerId || seenOwnerId === null) return;',
    test: {
      file: REQUESTS,
      title:
        'DESK-82 of two who take a case at once one gets it; it can be taken over and handed over, and the thread says so',
    },
  },
  {
    ids: ['DESK-83'],
    broken: 'a case is closed over a message that nobody has read',
    file: 'src/server/cases/held-case.ts',
    from: 'if (heard !== heardCount) throw',
    to: 'if (heard > heardCount) throw',
    test: {
      file: REQUESTS,
      title:
        'DESK-83 nothing is answered or closed over a message that nobody has read, also when both happen at once',
    },
  },
  {
    ids: ['DESK-84'],
    broken: 'an answer that was sent twice is told twice',
    file: ANSWER,
    from: 'isRecent && !isAnother ? 1 : 0',
    to: 'isRecent && !isAnother ? 0 : 0',
    test: {
      file: REQUESTS,
      title: 'DESK-84 the same answer sent again adds nothing, also at once, and a later one counts',
    },
  },
  {
    ids: ['DESK-85'],
    broken: 'what somebody has taken is listed as nobody’s',
    file: 'src/server/features/requests/requests.queries.ts',
    from: "known.state <> 'done' and known.owner_id = ${userId}",
    to: "known.state <> 'done' and known.owner_id is null or known.owner_id = ${userId}",
    test: {
      file: REQUESTS,
      title:
        'DESK-85 the list by what waits, of whom, and what became of it, with the age against the promise',
    },
  },
  {
    ids: ['DESK-86'],
    broken: 'everybody of the syndicate is told of an answer, whoever asked',
    file: 'src/server/cases/tell-of-answer.ts',
    from: 'return written.length > 0 ? written : all;',
    to: 'return written.length > all.length ? written : all;',
    test: {
      file: REQUESTS,
      title:
        'DESK-86 the investor who wrote is told of an answer by mail, which says nothing of it and leads to the page',
    },
  },
  {
    ids: ['DESK-87'],
    broken: 'an investor reads the thread of another syndicate of the same funder',
    file: 'src/server/features/invites/invites.queries.ts',
    from: ".where('invite.syndicateId', '=', syndicateId)",
    to: '',
    test: {
      file: REQUESTS,
      title: 'DESK-87 security rule: nobody else reads a thread: another syndicate, another tenant',
    },
  },
  {
    ids: ['DESK-88'],
    broken: 'the investor is not told that a request is closed',
    file: 'src/web/ui/thread/thread-words.ts',
    from: "done: 'Closed'",
    to: "done: 'Answered'",
    test: {
      file: 'e2e/desk-requests.spec.ts',
      title:
        'DESK-88 an investor asks, a clerk takes and answers, the investor reads it in mail and portal and replies, and the clerk closes',
    },
    says: 'Closed',
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
];
