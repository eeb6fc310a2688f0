import type { InvitePage, IssuedLinkKind } from '../../../shared/domain/issued-links.ts';

interface CapabilityAddress {
  page: IssuedLinkKind;
  subjectId: bigint;
  token: string;
}

export function pathOfLink({ page, subjectId, token }: CapabilityAddress): string {
  if (page === 'offer') return `/offer/${subjectId}/${token}`;
  return page === 'bank' ? `/plaid?id=${token}` : `/login?ticket=${token}`;
}

const INVITE_PATHS = { prefunding: 'prefunding', reply: 'accounting_reply' } as const;

export const pathOfInvite = (page: InvitePage, publicId: string): string =>
  `/${INVITE_PATHS[page]}/${encodeURIComponent(publicId)}`;
