import { Link } from '@tanstack/react-router';
import { useSyndicateChoice } from '../switch-view/viewed-syndicate.ts';
import classes from './columns.module.css';
import type { Participation } from './participations.api.ts';

interface DealLinkProps {
  row: Pick<Participation, 'merchantName' | 'dealPublicId'>;
}

/** The merchant's name, which leads to the page of the deal: of the share that the table shows. */
export function DealLink({ row: { merchantName, dealPublicId } }: DealLinkProps) {
  const { viewed, own } = useSyndicateChoice();
  const syndicate = viewed.id === own.id ? undefined : viewed.id.toString();
  return (
    <Link
      to="/deal/$dealPublicId"
      params={{ dealPublicId }}
      search={{ syndicate }}
      className={classes['deal']}
    >
      {merchantName}
    </Link>
  );
}
