import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './tab-list.module.css';

interface TabListProps {
  label: string;
  /** Links with the role of a tab. */
  children: ReactNode;
}

/** The arrow keys move between tabs, Enter and Space open one. The open tab is scrolled into view. */
export function TabList({ label, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list.current || !open) return;
    const { offsetLeft, offsetWidth } = open;
    list.current.scrollLeft = offsetLeft - (list.current.clientWidth - offsetWidth) / 2;
  });
  return (
    <div ref={list} role="tablist" aria-label={label} className={tabListLook} onKeyDown={walk}>
      {children}
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const current = tabs.indexOf(event.target as HTMLElement);
  if (event.key === ' ') {
    // A link reacts to Enter only, a tab also to Space.
    event.preventDefault();
    tabs[current]?.click();
    return;
  }
  const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}

export const tabListLook = classes['list'] ?? '';
export const tabLook = classes['tab'] ?? '';

const PANEL_ID = 'tab-panel';
const idOf = (tab: string) => `tab-${tab}`;

/** The attributes that make a link a tab of the list. */
export const tabProps = (tab: string, isOpen: boolean) => ({
  id: idOf(tab),
  role: 'tab',
  'aria-selected': isOpen,
  'aria-controls': PANEL_ID,
  tabIndex: isOpen ? 0 : -1,
  className: tabLook,
});

interface TabPanelProps {
  /** The tab that the panel belongs to. */
  tab: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The content of the open tab. */
export const TabPanel = ({ tab, className, children }: TabPanelProps) => (
  <div role="tabpanel" id={PANEL_ID} aria-labelledby={idOf(tab)} className={className}>
    {children}
  </div>
);
