import { IconEye } from '@tabler/icons-react';
import { DESK_PAGES } from '../../../shared/desk-pages.ts';
import { type LookingAs, stopLooking } from '../../lib/looking-as.ts';
import classes from './looking-bar.module.css';

interface LookingBarProps {
  as: LookingAs;
}

/** Above every page for staff who look at the portal as an investor sees it. */
export const LookingBar = ({ as: { name, syndicateId } }: LookingBarProps) => (
  <div className={classes['bar']} role="status">
    <IconEye size={18} stroke={1.75} aria-hidden="true" />
    <span className={classes['words']}>
      You see the portal of <strong>{name}</strong> under your own name. Nothing can be changed, and each page
      is recorded.
    </span>
    {/* Another app, so the page is loaded anew. The browser's Back leads to the portal as it was. */}
    <a href={`${DESK_PAGES.why}?investor=${syndicateId}`} className={classes['back']}>
      Why is a number so?
    </a>
    <a href={DESK_PAGES.board} className={classes['back']} onClick={stopLooking}>
      Back to the desk
    </a>
  </div>
);
