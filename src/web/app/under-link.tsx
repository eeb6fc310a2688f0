import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Fragment } from 'react';
import { queryClient } from './query-client.ts';

/** The parent of the pages that a link opens, with or without a session. */
export function UnderLink() {
  const token = useRouterState({ select: ({ location }) => location.state.linkToken });
  return (
    <QueryClientProvider client={queryClient}>
      {/* Another link is another page, which keeps no state of the last one. */}
      <Fragment key={token}>
        <Outlet />
      </Fragment>
    </QueryClientProvider>
  );
}
