import type { SheetLine } from './payments.api.ts';
import classes from './post-day.module.css';

/** Why a line has its verdict, and who had it posted in spite of what is odd about it. */
export function LineWords({
  line: { why, verdict, concerns, acceptedReason, acceptedBy },
}: {
  line: SheetLine;
}) {
  if (verdict !== 'will post' || acceptedReason === null) return why;
  return (
    <span>
      {[why, ...concerns].join(' ')}
      <span className={classes['accepted']}>
        Accepted by {acceptedBy ?? 'a former user'}: {acceptedReason}
      </span>
    </span>
  );
}

/** Below the deal's name: the merchant as the file calls it. */
export const belowName = ({ merchant, dealName, isChanged }: SheetLine): string =>
  [merchant !== '' && dealName !== null && `in the file: ${merchant}`, isChanged && 'changed by a person']
    .filter((part) => part !== false)
    .join(' · ');
