import { Outlet } from '@tanstack/react-router';
import { FlashPlace } from '../ui/message/flash-place.tsx';

/** What every page has, with or without a session. */
export function RootFrame() {
  return (
    <>
      <Outlet />
      <FlashPlace />
    </>
  );
}
