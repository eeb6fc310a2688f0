import type { PlantedFault } from '../planted-fault.ts';

const SUBMISSIONS = 'src/server/features/links/submissions.test.ts';
const LINKS = 'src/server/features/links/desk-links.test.ts';
const ROLES_APART = 'src/server/attacks/roles-apart.test.ts';
const SEARCH = 'src/server/features/search/search.test.ts';

export const deskSubmissionsFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-50'],
    broken: 'an offer that the broker has opened still looks as if it were only sent',
    file: 'src/server/book/offer-state.ts',
    from: "case when sent.any_opened then 'opened'",
    to: "case when false then 'opened'",
    test: {
      file: SUBMISSIONS,
      title: 'DESK-50 an offer is made, sent, opened, expired or accepted, and the list is chosen by that',
    },
  },
  {
    ids: ['DESK-51'],
    broken: 'a dialog that is sent twice mails the broker twice',
    file: 'src/server/features/links/issue-once.ts',
    from: 'const { tenantId, idempotencyKey: key } = issuer;',
    to: 'const { tenantId } = issuer; const key = crypto.randomUUID();',
    test: {
      file: LINKS,
      title:
        'DESK-51 sending with the same key again mails once, and the list says when the mail server took it',
    },
  },
  {
    ids: ['DESK-52'],
    broken: 'a broker’s file is downloaded and nobody will know by whom',
    file: 'src/server/features/deal-files/desk-files.routes.ts',
    from: 'await recordUse(subject, details);',
    to: 'await recordUse(subject && details && null);',
    test: {
      file: SUBMISSIONS,
      title:
        'DESK-52 the files of an offer are listed with their checks, and each download is recorded first',
    },
  },
  {
    ids: ['DESK-53'],
    broken: 'the whole cap of a deal looks as if it were left',
    file: 'src/server/features/links/submissions.routes.ts',
    from: 'leftPercent: left,',
    to: 'leftPercent: cap,',
    test: {
      file: SUBMISSIONS,
      title:
        'DESK-53 invites show the share, the mail, the opening and the answer, and what is left of the cap',
    },
  },
  {
    ids: ['DESK-53'],
    broken: 'staff who look at an investor’s portal open the invite in their place',
    file: 'src/server/features/invites/invites.routes.ts',
    from: 'if (openedAt === null && syndicateLookedAt(request) === null)',
    to: 'if (openedAt === null && syndicateLookedAt(request) !== 0n)',
    test: {
      file: SUBMISSIONS,
      title: 'DESK-53 staff who look at the portal as an investor sees it open no invite',
    },
  },
  {
    ids: ['DESK-54'],
    broken: 'somebody at the desk gets an address that signs them in as an investor',
    file: 'src/server/features/links/desk-links.routes.ts',
    from: 'if (!body.isMailed)',
    to: "if (!body.isMailed && body.kind !== 'ticket')",
    test: {
      file: LINKS,
      title:
        'DESK-54 security rule: a sign-in ticket goes to its person’s own mailbox only, and nobody at the desk sees it',
    },
  },
  {
    ids: ['DESK-55'],
    broken: 'an invitation that was sent again looks as if it had been opened already',
    file: 'src/server/identity/send-invitations.ts',
    from: 'declinedAt: null, invitationOpenedAt: null }',
    to: 'declinedAt: null }',
    test: {
      file: LINKS,
      title:
        'DESK-55 an invitation says when its page was first opened, whichever page that is, and begins anew when it is sent again',
    },
  },
  {
    ids: ['DESK-56'],
    broken: 'newer deals push the one with exactly the typed MID out of the list',
    file: 'src/server/features/search/search.queries.ts',
    from: 'order by deal.mid = ${text} desc, deal.id desc',
    to: 'order by deal.id desc',
    test: {
      file: SEARCH,
      title:
        'DESK-56 the deal with exactly the typed MID is the first, however many newer ones have it in theirs',
    },
  },
  {
    ids: ['DESK-57'],
    broken: 'the arrow up chooses the next of what was found',
    file: 'src/web/desk/features/search/search-dialog.tsx',
    from: "const step = event.key === 'ArrowDown' ? 1 : -1;",
    to: 'const step = 1;',
    test: {
      file: 'e2e/desk-search.spec.ts',
      title: 'DESK-57 by keyboard: slash opens the search, arrows choose, Enter opens, Escape goes back',
    },
    says: 'aria-selected',
  },
  {
    ids: ['OFFER-10'],
    broken: 'who imported an offer approves that its link is given out, gets it, and accepts as the broker',
    file: 'src/server/approvals/link-kinds.ts',
    from: "kind: 'offers', rowId: offerId }, userId",
    to: "kind: 'offers', rowId: 0n }, userId",
    test: {
      file: ROLES_APART,
      title: 'OFFER-10 who imported the offer gets no link of it by approving, for 72 hours',
    },
  },
  {
    ids: ['OFFER-10'],
    broken: 'who puts their own address in place of a broker’s has the offer mailed there',
    file: 'src/server/features/links/linked-pages.ts',
    from: 'if (sender !== null && (await hasImportedLately(tx, address, sender)))',
    to: 'if (sender === 0n && (await hasImportedLately(tx, address, sender)))',
    test: {
      file: ROLES_APART,
      title:
        'OFFER-10 who imported a broker’s address sends no link there for 72 hours; somebody else does, and a new name matters nothing',
    },
  },
  {
    ids: ['OFFER-10'],
    broken: 'an underwriter asks for the link of an offer without a mail and accepts as the broker',
    file: 'src/server/features/links/desk-links.routes.ts',
    from: 'if (!body.isMailed)',
    to: "if (!body.isMailed && body.kind === 'ticket')",
    test: {
      file: ROLES_APART,
      title:
        'OFFER-10 security rule: at the desk no link is had without a mail, and no answer has an address that lets its holder in',
    },
  },
];
