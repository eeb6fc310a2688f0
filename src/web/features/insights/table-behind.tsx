import { type ReactNode, useState } from 'react';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './table-behind.module.css';

interface TableBehindProps {
  /** Elsewhere the table stands below its chart. */
  isOnlyOnPhone?: boolean;
  children: ReactNode;
}

/** The figures of a chart, behind a button. The table is in the page while it is hidden, so that it is printed. */
export function TableBehind({ isOnlyOnPhone = false, children }: TableBehindProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div data-phone={isOnlyOnPhone || undefined} className={classes['behind']}>
      <p className={classes['button']}>
        <TextButton onClick={() => setIsShown(!isShown)} aria-expanded={isShown}>
          {isShown ? 'Hide the table' : 'Show as table'}
        </TextButton>
      </p>
      <div className={classes['table']} data-shown={isShown || undefined}>
        {children}
      </div>
    </div>
  );
}
