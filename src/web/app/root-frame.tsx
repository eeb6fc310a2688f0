import { Outlet } from '@tanstack/react-router';
import { FlashMessages } from '../ui/message/flash-messages.tsx';

/** What every page has, with or without a session. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <FlashMessages />
    </>
  );
}
