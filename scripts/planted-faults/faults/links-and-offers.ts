import type { PlantedFault } from '../planted-fault.ts';

const OFFERS = 'src/server/features/offers/offers.test.ts';

export const linkAndOfferFaults: readonly PlantedFault[] = [
  {
    ids: ['REPLY-01'],
    broken: 'what was once written to accounting can never be written again',
    file: 'src/server/features/invites/request-adjustment.ts',
    from: 'return Number(count) - (isRecent && !isAnother ? 1 : 0);',
    to: 'return isRecent && !isAnother ? Number(count) - 1 : 0;',
    test: {
      file: 'src/server/features/invites/adjustments.test.ts',
      title: 'REPLY-01 the same words are another reply once ten minutes have passed',
    },
  },
  {
    ids: ['REPLY-01'],
    broken: 'a reply is kept and accounting is not told',
    file: 'src/server/features/invites/request-adjustment.ts',
    from: 'await queueAccountingMail(tx, publicOrigin, { tenantId, adjustmentId: request.id });',
    to: '',
    test: {
      file: 'src/server/features/invites/adjustments.test.ts',
      title: 'REPLY-01 a reply is kept with the invite’s own percent, cleaned, and mailed to accounting',
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
    ids: ['PREFUND-03'],
    broken: 'syndicates that answer at once get more of a deal than there is',
    file: 'src/server/features/invites/accept-pre-funding.ts',
    from: '.forNoKeyUpdate()',
    to: '',
    test: {
      file: 'src/server/features/invites/many-at-once.test.ts',
      title: 'deals get exactly its cap',
    },
  },
  {
    ids: ['PREFUND-04'],
    broken: 'a decline is told to accounting as a share that was taken',
    file: 'src/server/features/invites/accounting-mails.jobs.ts',
    from: 'if (isDecline(percent))\n',
    to: 'if (percent === null)\n',
    test: {
      file: 'src/server/features/invites/pre-funding.test.ts',
      title:
        'PREFUND-04 0 % is a decline: kept once, told to accounting, and nothing of the deal is taken by it',
    },
  },
  {
    ids: ['BANK-01'],
    broken: 'a bank link can be used again',
    file: 'src/server/features/bank-link/connect-bank.ts',
    from: 'if (!(await spendReservedLink(tx, link, reservation))) throw await refusalOf(tx, link);',
    to: '',
    test: {
      file: 'src/server/features/bank-link/bank-link.test.ts',
      title:
        'BANK-01 the public token is exchanged on the server and kept encrypted, and the link is used up',
    },
  },
  {
    ids: ['BANK-01'],
    broken: 'in production merchants are shown banks that do not exist',
    file: 'src/server/platform/settings/settings.ts',
    from: "inProduction: 'production'",
    to: "inProduction: 'sandbox'",
    test: {
      file: 'src/server/platform/settings/env.test.ts',
      title: 'BANK-01 merchants connect real banks in production',
    },
  },
  {
    ids: ['OFFER-01'],
    broken: 'the broker takes more commission than the lender allows',
    file: 'src/shared/domain/offer-terms.ts',
    from: ' && commissionPercent.lte(maxPercent)',
    to: '',
    test: { file: OFFERS, title: 'OFFER-01 a slider at' },
  },
  {
    ids: ['OFFER-02'],
    broken: 'the accepted offer keeps the payback of before the slider was moved',
    file: 'src/server/features/offers/accept-offer.ts',
    from: 'paybackAmountCents: terms.paybackAmount,',
    to: '',
    test: {
      file: OFFERS,
      title: 'OFFER-02 security rule: prices of the browser are never believed, whichever of them it sends',
    },
  },
  {
    ids: ['OFFER-03'],
    broken: 'a file with a virus is kept',
    file: 'src/server/stored-files/inspect-apart.ts',
    from: "if (!scan.clean) return { isFit: false, refusal: 'infected' };",
    to: '',
    test: {
      file: 'src/server/stored-files/file-checks/inspect-file.test.ts',
      title: 'OFFER-03 a virus is found, in a file of whatever name',
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
  {
    ids: ['OFFER-04'],
    broken: 'a broker’s message is stored with whatever attributes its tags bring',
    file: 'src/server/platform/rich-text/clean-html.ts',
    from: "allowedAttributes: { a: ['href', 'rel', 'target'] },",
    to: 'allowedAttributes: false,',
    test: {
      file: 'src/server/platform/rich-text/clean-html.unit.test.ts',
      title: "payloads nothing is stored but text and the editor's own tags",
    },
  },
  {
    ids: ['OFFER-06'],
    broken: 'an acceptance leaves the submission where it was',
    file: 'src/server/features/offers/accept-offer.ts',
    from: 'await requestContract(tx, tenantId, dealId);',
    to: '',
    test: {
      file: OFFERS,
      title: 'OFFER-02 OFFER-05 OFFER-06 accepting leaves everything behind that it should',
    },
  },
  {
    ids: ['OFFER-07'],
    broken: 'a link opens its offer after it has expired',
    file: 'src/server/identity/capabilities.ts',
    from: 'sql<boolean>`expires_at <= now() or revoked_at is not null`',
    to: 'sql<boolean>`revoked_at is not null`',
    test: { file: OFFERS, title: 'OFFER-07 expired, unknown and foreign links say so, and open nothing' },
  },
  {
    ids: ['OFFER-08'],
    broken: 'a message that cannot be kept is refused in other words',
    file: 'src/shared/contract/errors.ts',
    from: "'Error Adding Note. The message is too long.'",
    to: "'The message is too long.'",
    test: { file: OFFERS, title: 'OFFER-04 OFFER-08 a message over 64 KB is refused with the words for it' },
  },
  {
    ids: ['OFFER-09'],
    broken: 'a file of a deal is handed out and nobody can tell that it was',
    file: 'src/server/features/deal-files/deal-files.routes.ts',
    from: 'await recordUse(subject, details);',
    to: 'await recordUse(null, details);',
    test: {
      file: 'src/server/features/deal-files/deal-files.test.ts',
      title: 'OFFER-09 OPS-04 each fetch is in the audit trail before it is handed out',
    },
  },
  {
    ids: ['OFFER-09'],
    broken: 'the mail of an acceptance does not name what came with it',
    file: 'src/server/features/offers/attached-files.ts',
    from: ".where('file.state', '=', 'attached')",
    to: ".where('file.state', '=', 'refused')",
    test: {
      file: 'src/server/features/deal-files/deal-files.test.ts',
      title: 'OFFER-09 the mails of an acceptance list the files that came with it, and no other',
    },
  },
  {
    ids: ['BANK-02'],
    broken: 'the access to a bank is kept for two years after the offer was declined',
    file: 'src/server/features/disposal/connected-banks.ts',
    from: 'case when use.may_be_funded then',
    to: 'case when true then',
    test: {
      file: 'src/server/features/disposal/connected-banks.test.ts',
      title: 'BANK-02 access that serves nothing any more ends at the provider and here',
    },
  },
];
