import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Check } from './why.api.ts';
import classes from './why.module.css';

interface CheckListProps {
  checks: readonly Check[];
}

/** What is kept, beside what it is made of. The words say whether they agree, not only the color. */
export const CheckList = ({ checks }: CheckListProps) => (
  <ul className={classes['checks']} aria-label="Checks">
    {checks.map(({ keptIn, madeOf, kept, addsUpTo }) => {
      const agrees = kept === addsUpTo;
      const Icon = agrees ? IconCircleCheck : IconAlertTriangle;
      return (
        <li key={`${keptIn} ${madeOf}`} data-agrees={agrees}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span>
            The kept total{/* Its name helps only whoever has to mend it. */}
            {!agrees && (
              <>
                {' '}
                (<code>{keptIn}</code>)
              </>
            )}{' '}
            is <b>{formatMoney(kept)}</b>; {madeOf} add up to <b>{formatMoney(addsUpTo)}</b>.{' '}
            <strong>{agrees ? 'They agree.' : `They are ${formatMoney(kept - addsUpTo)} apart.`}</strong>
          </span>
        </li>
      );
    })}
  </ul>
);

/** Most figures are checked twice. */
export const ChecksSkeleton = () => (
  <ul className={classes['checks']}>
    {['kept', 'deals'].map((check) => (
      <li key={check}>
        <Skeleton characters={60} />
      </li>
    ))}
  </ul>
);
