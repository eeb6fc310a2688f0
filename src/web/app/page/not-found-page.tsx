import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../brand.ts';
import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  useDocumentTitle(`Page not found · ${PRODUCT_NAME}`);
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
