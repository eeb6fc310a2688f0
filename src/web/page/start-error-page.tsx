import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { adviceFor } from '../lib/api-error.ts';
import { MessagePage } from './message-page.tsx';
import { usePageTitle } from './use-page-title.ts';

/** For errors that happen before a page can show them itself. */
export function StartErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  usePageTitle();
  const retry = (
    <Button size="md" onClick={() => router.invalidate()}>
      Try again
    </Button>
  );
  return (
    <MessagePage title="The portal did not open" action={retry}>
      {adviceFor(error)}
    </MessagePage>
  );
}
