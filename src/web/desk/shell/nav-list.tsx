import { DESK_PAGES } from '../../../shared/desk-pages.ts';
import { useDeskPath } from '../desk-address.ts';
import { DeskLink } from '../desk-link.tsx';
import type { NavItem } from './desk-nav.ts';
import classes from './nav-list.module.css';

interface NavListProps {
  items: readonly NavItem[];
}

/** The desk's pages. Pages below one of them, such as a single investor, mark the one that they belong to. */
export function NavList({ items }: NavListProps) {
  const path = useDeskPath();
  const isHere = (page: NavItem['page']) =>
    path === DESK_PAGES[page] || (page !== 'board' && path.startsWith(`${DESK_PAGES[page]}/`));
  return (
    <ul className={classes['list']}>
      {items.map(({ page, label, icon: Icon, letter, isLater }) => (
        <li key={page} className={isLater ? classes['later'] : undefined}>
          <DeskLink
            page={page}
            className={classes['link']}
            aria-current={isHere(page) ? 'page' : undefined}
            aria-keyshortcuts={`g ${letter}`}
          >
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {label}
          </DeskLink>
        </li>
      ))}
    </ul>
  );
}
