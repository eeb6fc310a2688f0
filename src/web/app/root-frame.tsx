import { Outlet } from '@tanstack/react-router';
import { FlashMessages } from '../ui/message/flash-messages.tsx';
import { OutageLine } from '../ui/message/outage-line.tsx';

/** What every page has, with or without a session. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <OutageLine />
      <FlashMessages />
    </>
  );
}
