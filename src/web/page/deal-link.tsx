import { Link } from '@tanstack/react-router';
import { usePortalUser } from '../session/portal-user.ts';
import classes from './deal-link.module.css';

interface DealLinkProps {
  dealPublicId: string;
  /** Whose share of the deal is meant. */
  syndicateId: bigint;
  merchantName: string;
}

/** The merchant's name, which leads to the page of the deal. */
export function DealLink({ dealPublicId, syndicateId, merchantName }: DealLinkProps) {
  const own = usePortalUser().data?.syndicate.id;
  const syndicate = syndicateId === own ? undefined : syndicateId.toString();
  return (
    <Link
      to="/deal/$dealPublicId"
      params={{ dealPublicId }}
      search={{ syndicate }}
      // A pointer passes over many rows, and each page would be asked for and recorded as viewed.
      preload={false}
      className={classes['deal']}
    >
      {merchantName}
    </Link>
  );
}
