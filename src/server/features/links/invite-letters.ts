import type { InvitePage } from '../../../shared/domain/issued-links.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { isDecline } from '../../../shared/domain/pre-funding.ts';
import { formatPercent, formatRate, rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type FigureTable, type Letter, oneLine, questionsTo } from '../../platform/mail/letter.ts';
import { invitesOf } from './invites.queries.ts';
import { pathOfInvite } from './link-addresses.ts';

interface InviteToSend {
  tenantId: string;
  inviteId: bigint;
  page: InvitePage;
  origin: string;
}

/** The mail that leads an investor to the page on which an invite is answered. */
export async function readInviteLetter(
  tx: Tx,
  { tenantId, inviteId, page, origin }: InviteToSend,
): Promise<Letter> {
  const invite = await readInvite(tx, tenantId, inviteId);
  const url = `${origin}${pathOfInvite(page, invite.publicId)}`;
  return page === 'prefunding' ? preFundingLetter(invite, url) : replyLetter(invite, url);
}

const readInvite = (tx: Tx, tenantId: string, inviteId: bigint) =>
  invitesOf(tx, tenantId)
    .innerJoin('tenants as tenant', 'tenant.id', 'invite.tenantId')
    .leftJoin('preFundingAcceptances as acceptance', (join) =>
      join
        .onRef('acceptance.tenantId', '=', 'invite.tenantId')
        .onRef('acceptance.inviteId', '=', 'invite.id'),
    )
    .select([
      'tenant.name as funderName',
      'tenant.supportEmail',
      'syndicate.name as syndicateName',
      'deal.name as dealName',
      'deal.mid',
      'invite.publicId',
      'invite.maxSharePercent',
      'invite.offeredSharePercent',
      'offer.amountCents as amount',
      'offer.paybackAmountCents as paybackAmount',
      'offer.factorRate',
      'offer.termDays',
      'acceptance.sharePercent as acceptedPercent',
      'acceptance.participationAmountCents as acceptedAmount',
    ])
    .where('invite.id', '=', inviteId)
    .executeTakeFirstOrThrow();

type InviteFacts = Awaited<ReturnType<typeof readInvite>>;

const share = (percent: string) => formatPercent(rate(percent), 1);

const preFundingLetter = (invite: InviteFacts, url: string): Letter => ({
  subject: oneLine(`Pre-funding of ${invite.dealName} (MID ${invite.mid})`),
  paragraphs: [
    `${invite.funderName} invites ${invite.syndicateName} to take a share of ${invite.dealName} before it is funded.`,
    'The portal shows what a share costs, what it should bring and what it does to your portfolio. Nothing is taken until you accept there; shares go to whoever accepts first.',
  ],
  figures: [dealOf(invite)],
  action: { label: 'Look at the deal', url },
  closing: [
    'You sign in to open it. The invite stands until the deal is funded or nothing of it is left.',
    questionsTo(invite.supportEmail),
  ],
});

const replyLetter = (invite: InviteFacts, url: string): Letter => ({
  subject: oneLine(`Your participation in ${invite.dealName} (MID ${invite.mid})`),
  paragraphs: [
    hasDeclined(invite)
      ? `${invite.syndicateName} has declined to take part in ${invite.dealName}, and ${invite.funderName} has noted it.`
      : `${invite.funderName} has ${invite.syndicateName} down for a participation in ${invite.dealName}.`,
    'If something about it is to be adjusted, write to accounting on the page below. Your message goes to them with the deal and your share. You find their answer on the same page, and a mail tells you of it.',
  ],
  figures: [
    {
      title: 'Your participation',
      rows:
        invite.acceptedPercent === null || invite.acceptedAmount === null
          ? invitedRows(invite)
          : [
              { label: 'Share', value: share(invite.acceptedPercent) },
              { label: 'Amount', value: formatMoney(invite.acceptedAmount) },
            ],
    },
  ],
  action: { label: 'Write to accounting', url },
  closing: [
    'You sign in to open it. If everything is right, you need not reply.',
    questionsTo(invite.supportEmail),
  ],
});

const hasDeclined = ({ acceptedPercent }: InviteFacts): boolean =>
  acceptedPercent !== null && isDecline(rate(acceptedPercent));

const dealOf = (invite: InviteFacts): FigureTable => ({
  title: 'The deal',
  rows: [
    { label: 'Funding amount', value: formatMoney(invite.amount) },
    { label: 'Payback', value: formatMoney(invite.paybackAmount) },
    { label: 'Factor rate', value: formatRate(rate(invite.factorRate)) },
    { label: 'Term', value: `${invite.termDays} business days` },
    ...invitedRows(invite),
  ],
});

const invitedRows = ({ offeredSharePercent, maxSharePercent }: InviteFacts): FigureTable['rows'] => [
  ...(offeredSharePercent === null ? [] : [{ label: 'Share offered', value: share(offeredSharePercent) }]),
  { label: 'Largest share', value: share(maxSharePercent) },
];
