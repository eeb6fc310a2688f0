import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProfileTab } from '../../addresses/profile-search.ts';
import { TabList, TabPanel, tabProps } from '../../ui/page/tab-list.tsx';
import classes from './profile-tabs.module.css';

const TABS: readonly { tab: ProfileTab; name: string }[] = [
  { tab: 'contact', name: 'Contact & Email' },
  { tab: 'notifications', name: 'Notifications' },
  { tab: 'login', name: 'Login Credentials' },
  { tab: 'bank', name: 'Bank Account' },
  { tab: 'guests', name: 'Guests' },
];

interface ProfileTabsProps {
  open: ProfileTab;
  shown: readonly ProfileTab[];
}

export function ProfileTabs({ open, shown }: ProfileTabsProps) {
  const tabs = TABS.filter(({ tab }) => shown.includes(tab));
  return (
    <TabList label="Parts of the profile">
      {tabs.map(({ tab, name }) => (
        <Link
          key={tab}
          {...tabProps(tab, tab === open)}
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
    <TabPanel tab={open} className={classes['panel']}>
      {children}
    </TabPanel>
  );
}
