import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { adviceOn } from '../../lib/api-error.ts';
import { PRODUCT_NAME } from '../brand.ts';
import { MessagePage } from './message-page.tsx';

/** For what goes wrong before a page can show it itself. */
export function StartErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  useDocumentTitle(PRODUCT_NAME);
  const retry = (
    <Button size="md" onClick={() => router.invalidate()}>
      Try again
    </Button>
  );
  return (
    <MessagePage title="The portal did not open" action={retry}>
      {adviceOn(error)}
    </MessagePage>
  );
}
