import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import type { DeskPageName } from '../../shared/desk-pages.ts';
import { type DeskTarget, deskAddress, useDeskNavigate } from './desk-address.ts';

export interface DeskLinkTarget extends DeskTarget {
  page: DeskPageName;
}

type DeskLinkProps = DeskLinkTarget & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

/** A link to a page of the desk. The router's own knows the pages of the portal only. */
export function DeskLink({ page, params, search, ...anchor }: DeskLinkProps) {
  const address = deskAddress(page, { ...(params && { params }), ...(search && { search }) });
  return <AddressLink {...anchor} to={address} />;
}

interface AddressLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
}

/** A link to an address of the desk that the server has named. */
export function AddressLink({ to, onClick, ...anchor }: AddressLinkProps) {
  const navigate = useDeskNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...anchor} href={to} onClick={follow} />;
}
