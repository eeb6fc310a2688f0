import type { InvitePage, IssuedLinkKind } from '../../../shared/domain/issued-links.ts';
import { pathOf, pathWithToken } from '../../../shared/pages.ts';

interface CapabilityAddress {
  page: IssuedLinkKind;
  subjectId: bigint;
  token: string;
}

export function pathOfLink({ page, subjectId, token }: CapabilityAddress): string {
  if (page === 'offer') return pathOf('offer', { offerId: subjectId, token });
  return pathWithToken(page === 'bank' ? 'bankLink' : 'ticket', token);
}

const INVITE_PAGES = { prefunding: 'preFunding', reply: 'adjustment' } as const;

export const pathOfInvite = (page: InvitePage, publicId: string): string =>
  pathOf(INVITE_PAGES[page], { invitePublicId: publicId });
