import { DealLink } from '../../../page/deal-link.tsx';
import { useViewedSyndicate } from '../switch-view/viewed-syndicate.ts';
import classes from './columns.module.css';
import type { Participation } from './participations.api.ts';

interface MerchantNameProps {
  row: Pick<Participation, 'merchantName' | 'dealPublicId'>;
}

/** Leads to the page of the deal: of the share that the table shows. */
export function MerchantName({ row: { merchantName, dealPublicId } }: MerchantNameProps) {
  const { id } = useViewedSyndicate();
  return (
    <span className={classes['merchant']} title={merchantName}>
      <DealLink dealPublicId={dealPublicId} syndicateId={id} merchantName={merchantName} />
    </span>
  );
}
