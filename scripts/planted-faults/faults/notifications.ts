import type { PlantedFault } from '../planted-fault.ts';

const CHOICES = 'src/server/features/notifications/notifications.test.ts';
const EVENTS = 'src/server/features/notifications/told-events.test.ts';
const MORNING = 'src/server/notifications/morning-mails.test.ts';
const TELL = 'src/server/notifications/tell.ts';
const IN_BROWSER = 'e2e/notifications.spec.ts';

export const notificationFaults: readonly PlantedFault[] = [
  {
    ids: ['TELL-01'],
    broken: 'two requests for the same choice at once are recorded as two changes',
    file: 'src/server/notifications/choices.queries.ts',
    from: 'if (!written) return;',
    to: '',
    test: {
      file: CHOICES,
      title:
        'TELL-01 everybody chooses for each kind; who has chosen nothing has what the portal begins with',
    },
  },
  {
    ids: ['TELL-02'],
    broken: 'the notice of a changed bank account seems to be switched off',
    file: 'src/server/features/notifications/notifications.routes.ts',
    from: "if (isAlwaysTold(kind)) throw new Refusal('notification_always_sent');",
    to: 'if (isAlwaysTold(kind)) return { isDone: true };',
    test: {
      file: CHOICES,
      title:
        'TELL-02 what protects money and the account has no choice: the server refuses one and the database holds none',
    },
  },
  {
    ids: ['TELL-13'],
    broken: 'nobody is told of a sign-in from a new browser, except of the first',
    file: 'src/server/features/auth/known-devices.ts',
    from: 'if (other)',
    to: 'if (!other)',
    test: {
      file: 'src/server/features/auth/new-device.test.ts',
      title:
        'TELL-13 a sign-in from a new browser is told by mail; the first of all and a known one are no news',
    },
  },
  {
    ids: ['TELL-03'],
    broken: 'what was to be told at once waits for the morning',
    file: TELL,
    from: "= 'now'",
    to: "= 'daily'",
    test: {
      file: CHOICES,
      title:
        'TELL-03 who has chosen now gets one mail in words, without amounts, and the same event again sends none',
    },
  },
  {
    ids: ['TELL-04'],
    broken: 'what happens after seven is already in the mail of that morning',
    file: 'src/server/notifications/morning-mails.jobs.ts',
    from: 'mail_id is null and told_at <= ${morning}::timestamptz',
    to: 'mail_id is null',
    test: {
      file: MORNING,
      title:
        'TELL-04 three things of a day come in one mail in the morning, and what happens later in the next',
    },
  },
  {
    ids: ['TELL-05'],
    broken: 'a mail that waits in the queue is sent although its reader has switched it off',
    file: 'src/server/notifications/notification-mails.jobs.ts',
    from: "and ${choiceOf(sql`item.kind`)} <> 'never'",
    to: '',
    test: {
      file: CHOICES,
      title: 'TELL-05 what is switched off while the mail waits in the queue is not sent',
    },
  },
  {
    ids: ['TELL-06'],
    broken: 'the mail program’s own button to unsubscribe changes nothing',
    file: 'src/server/features/notifications/unsubscribe-links.ts',
    from: "choice: 'never', isByLink: true",
    to: "choice: 'now', isByLink: true",
    test: {
      file: CHOICES,
      title:
        'TELL-06 one POST to the address in the header switches that kind off, without cookies or a page, and the next event sends nothing',
    },
  },
  {
    ids: ['TELL-07'],
    broken: 'a link that has expired still switches mails off',
    file: 'src/server/features/notifications/unsubscribe-links.ts',
    from: "if (state !== 'open') throw new Refusal('link_unknown');",
    to: "if (state === 'used') throw new Refusal('link_unknown');",
    test: {
      file: CHOICES,
      title:
        'TELL-07 a wrong, cut, expired or foreign token switches nothing off, and a good one opens nothing else',
    },
  },
  {
    ids: ['TELL-08'],
    broken: 'two workers at once queue the mail of a morning twice',
    file: 'src/server/notifications/morning-mails.jobs.ts',
    from: 'order by id for update',
    to: 'order by id',
    test: {
      file: MORNING,
      title:
        'TELL-08 whoever is stopped in the middle of a morning has done nothing, and of ten at once one queues the mail',
    },
  },
  {
    ids: ['TELL-09'],
    broken: 'somebody whose bank has returned the payout is told that it is paid',
    file: 'src/server/payout-runs/payout-news.ts',
    from: 'and item.returned_at is null',
    to: '',
    test: {
      file: EVENTS,
      title:
        'TELL-09 a settled run tells those it has paid, and a returned entry tells its syndicate alone, each once',
    },
  },
  {
    ids: ['TELL-09'],
    broken: 'who has withdrawn something is told that the payout is paid, which stayed in the cash account',
    file: 'src/server/payout-runs/payout-news.ts',
    from: 'else item.kind end as kind',
    to: "else 'payout' end as kind",
    test: {
      file: EVENTS,
      title:
        'TELL-09 a withdrawal in a run is told as one, and the payout that stays in the cash account is not told as paid',
    },
  },
  {
    ids: ['TELL-09'],
    broken:
      'who is paid what was owed from before is told that the payout of the day is paid, which stayed in the cash account',
    file: 'src/server/payout-runs/payout-news.ts',
    from: '...NEWS[kind](runId, payDate)',
    to: "...NEWS[kind === 'owed' ? 'payout' : kind](runId, payDate)",
    test: {
      file: EVENTS,
      title:
        'TELL-09 an earlier payout that a run brings to the bank is told as one, and the payout that stays in the cash account is not told as paid',
    },
  },
  {
    ids: ['TELL-09'],
    broken:
      'who is paid what was owed from before, without a cash account, is told of a payout of a day on which there is none',
    file: 'src/server/payout-runs/payout-news.ts',
    from: 'and item.line_count = 0',
    to: 'and item.line_count < 0',
    test: {
      file: EVENTS,
      title: 'TELL-09 what was owed from before is told as such also where the pay date has no payout',
    },
  },
  {
    ids: ['TELL-10'],
    broken: 'a deal that is on the watchlist for long is told as new because it has another reason',
    file: 'src/server/notifications/watchlist-news.ts',
    from: 'and (earlier.closed_at is null or earlier.closed_at > ${before})',
    to: 'and earlier.closed_at > ${before}',
    test: {
      file: MORNING,
      title:
        'TELL-10 in the morning a syndicate is told of the deals that came on its watchlist since the morning before, once',
    },
  },
  {
    ids: ['TELL-11'],
    broken: 'who gets the invite at the e-sign address gets a second mail about it',
    file: TELL,
    from: 'u.email = any(happened.except_addresses)',
    to: 'false',
    test: {
      file: EVENTS,
      title:
        'TELL-11 of an invite those are told who do not get it at the e-sign or a CC address, and only once',
    },
  },
  {
    ids: ['TELL-12'],
    broken: 'the profile does not say that a link in a mail has switched something off',
    file: 'src/web/features/notifications/choice-row.tsx',
    from: "isByLink && choice === 'never' && changedAt",
    to: "isByLink && choice !== 'never' && changedAt",
    test: {
      file: IN_BROWSER,
      title:
        'TELL-07 TELL-12 the link in a mail asks before it switches off, without signing in, and the profile shows it',
    },
    says: 'Switched off by the link in a mail',
  },
  {
    ids: ['TELL-14'],
    broken: 'what is pressed while another choice is being saved is not saved',
    file: 'src/web/ui/use-actions-in-order.ts',
    from: 'waiting.current.push(action);',
    to: 'if (!untilDone.current) waiting.current.push(action);',
    test: {
      file: IN_BROWSER,
      title:
        'TELL-14 what is pressed while another choice is being saved counts too, in order, and the last is what is kept',
    },
    says: 'every press is sent, in order',
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
    ids: ['TELL-15'],
    broken: 'a mail greets by a stored name that is an address',
    file: 'src/server/platform/mail/mailed-names.ts',
    from: 'name !== null && isMailablePersonName(oneLine(name)) ?',
    to: 'name !== null ?',
    test: {
      file: 'src/server/attacks/mailed-names.test.ts',
      title: 'TELL-15 a mail greets nobody by a stored name that looks like an address',
    },
  },
];
