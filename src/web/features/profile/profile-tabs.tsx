import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProfileTab } from '../../app/profile-search.ts';
import { TabList, tabLook } from '../../ui/page/tab-list.tsx';
import classes from './profile-tabs.module.css';

const TABS: readonly { tab: ProfileTab; name: string }[] = [
  { tab: 'contact', name: 'Contact & Email' },
  { tab: 'login', name: 'Login Credentials' },
  { tab: 'bank', name: 'Bank Account' },
];

const idOf = (tab: ProfileTab) => `tab-${tab}`;
const PANEL_ID = 'tab-panel';

interface ProfileTabsProps {
  open: ProfileTab;
  isOwn: boolean;
}

export function ProfileTabs({ open, isOwn }: ProfileTabsProps) {
  const tabs = TABS.filter(({ tab }) => isOwn || tab !== 'login');
  return (
    <TabList label="Parts of the profile">
      {tabs.map(({ tab, name }) => (
        <Link
          key={tab}
          id={idOf(tab)}
          role="tab"
          aria-selected={tab === open}
          aria-controls={PANEL_ID}
          tabIndex={tab === open ? 0 : -1}
          className={tabLook}
          from="/profile"
          search={(now) => ({ ...now, tab: tab === 'contact' ? undefined : tab })}
          resetScroll={false}
          preload={false}
        >
          {name}
        </Link>
      ))}
    </TabList>
  );
}

interface ProfilePanelProps {
  open: ProfileTab;
  children: ReactNode;
}

export function ProfilePanel({ open, children }: ProfilePanelProps) {
  return (
    <div role="tabpanel" id={PANEL_ID} aria-labelledby={idOf(open)} className={classes['panel']}>
      {children}
    </div>
  );
}
