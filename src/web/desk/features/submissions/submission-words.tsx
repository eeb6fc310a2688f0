import { capitalized } from '../../../../shared/domain/capitalized.ts';
import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import type { IssuedLinkKind, LinkState } from '../../../../shared/domain/issued-links.ts';
import { formatPercent, type Rate } from '../../../../shared/domain/rate.ts';
import type { BrokerFileState } from '../../../../shared/domain/submissions.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import type { DeskLink, Invite } from './submissions.api.ts';

export const KIND_NAMES: Readonly<Record<IssuedLinkKind, string>> = {
  offer: 'Offer',
  bank: 'Bank connection',
  ticket: 'Sign-in ticket',
};

const LINK_TONES: Readonly<Record<LinkState, StatusTone>> = {
  open: 'watch',
  used: 'good',
  expired: 'bad',
  revoked: 'closed',
};

export const LinkChip = ({ state }: { state: LinkState }) => (
  <Chip tone={LINK_TONES[state]}>{capitalized(state)}</Chip>
);

/** To whom it was mailed and what became of the mail. */
export function mailInWords({ mailedTo, mailedAt }: Pick<DeskLink, 'mailedTo' | 'mailedAt'>): string {
  if (mailedTo === null) return 'Not mailed';
  return mailedAt === null ? `${mailedTo}, on its way` : `${mailedTo}, ${formatMoment(mailedAt)}`;
}

/** How it got out: by mail, or by the hands of two people. */
export const wayInWords = (link: DeskLink): string =>
  link.askedBy === null ? mailInWords(link) : `By hand, asked for by ${link.askedBy}`;

/** When it ended, or until when it works. */
export function endInWords({ state, usedAt, revokedAt, expiresAt }: DeskLink): string {
  if (state === 'used' && usedAt !== null) return `Used ${formatMoment(usedAt)}`;
  if (state === 'revoked' && revokedAt !== null) return `Revoked ${formatMoment(revokedAt)}`;
  return `${state === 'expired' ? 'Expired' : 'Works until'} ${formatMoment(expiresAt)}`;
}

/** Whoever issued it without the way in which they did: 'Renee Ash', 'root', 'the portal'. */
export const issuerInWords = ({ issuedBy }: Pick<DeskLink, 'issuedBy'>): string =>
  issuedBy === null ? 'the portal' : issuedBy.replace(/^(?:desk|command line|service token \d+): /, '');

export const shareInWords = (percent: Rate): string => formatPercent(percent, 1);

const ANSWER_TONES: Readonly<Record<Invite['answer'], StatusTone>> = {
  none: 'watch',
  accepted: 'good',
  declined: 'closed',
  adjustment: 'bad',
};

export function AnswerChip({ answer, acceptedPercent }: Pick<Invite, 'answer' | 'acceptedPercent'>) {
  const words = {
    none: 'No answer',
    accepted: `Accepted ${acceptedPercent ? shareInWords(acceptedPercent) : ''}`,
    declined: 'Declined',
    adjustment: 'Asks for adjustment',
  }[answer];
  return <Chip tone={ANSWER_TONES[answer]}>{words}</Chip>;
}

const FILE_CHIPS: Readonly<Record<BrokerFileState, { words: string; tone: StatusTone }>> = {
  'awaiting upload': { words: 'Being uploaded', tone: 'watch' },
  checking: { words: 'Being checked', tone: 'watch' },
  clean: { words: 'Clean, not sent yet', tone: 'watch' },
  refused: { words: 'Refused', tone: 'bad' },
  attached: { words: 'Clean', tone: 'good' },
};

export const FileChip = ({ state }: { state: BrokerFileState }) => (
  <Chip tone={FILE_CHIPS[state].tone}>{FILE_CHIPS[state].words}</Chip>
);
