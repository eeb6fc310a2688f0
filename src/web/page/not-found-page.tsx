import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessagePage } from './message-page.tsx';
import { usePageTitle } from './use-page-title.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  const home = (
    <Button component={Link} to="/" size="md">
      Go to the start page
    </Button>
  );
  return (
    <MessagePage title="Page not found" action={home}>
      There is nothing at this address. The link may be old, or it was not copied in full.
    </MessagePage>
  );
}
