import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { pageRefusals } from '../../shared/contract/page-refusals.ts';
import { isApiError } from '../lib/api-error.ts';
import { ErrorState } from '../ui/message/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LinkCard } from './link-card.tsx';
import { LinkFrame } from './link-frame.tsx';
import { LinkMessage } from './link-message.tsx';

/** What is said once the question needs no answer any more. */
export interface Settled {
  title: string;
  tone: ComponentProps<typeof LinkMessage>['tone'];
  text: string;
}

interface AskedByLinkProps<Found> {
  /** What the link is about, for the query's key. */
  subject: string;
  /** Empty when part of the link is missing. */
  token: string;
  /** The title while it is not known what the link is about. */
  title: string;
  icon: ReactNode;
  find: () => Promise<Found>;
  failedTitle: string;
  /** Null while the question is open. */
  settled: (found: Found) => Settled | null;
  /** The question. What answers it is given to `thenAsk`, which asks again how things are, whether or not it worked. */
  children: (found: Found, thenAsk: (answer: () => Promise<unknown>) => Promise<void>) => ReactNode;
}

/**
 * The page of a link in a mail, which asks its reader something without signing in. Opening it changes nothing, because mail programs
 * open links too.
 */
export function AskedByLink<Found>({
  subject,
  token,
  title,
  icon,
  find,
  failedTitle,
  settled,
  children,
}: AskedByLinkProps<Found>) {
  const found = useQuery({ queryKey: [subject, token], queryFn: find, enabled: token !== '' });

  if (token === '' || isApiError(found.error, 'link_unknown')) {
    return (
      <LinkMessage
        title="This link does not open"
        tone="closed"
        icon={<IconLinkOff size={22} stroke={1.75} />}
      >
        <p>{pageRefusals.link_unknown.message}</p>
        <SignIn />
      </LinkMessage>
    );
  }
  if (found.isError && !found.data) {
    return (
      <LinkFrame title={title}>
        <ErrorState
          title={failedTitle}
          error={found.error}
          onRetry={() => found.refetch()}
          isRetrying={found.isFetching}
        />
      </LinkFrame>
    );
  }
  if (!found.data) {
    return (
      <LinkFrame title={title}>
        <LinkCard text={<Skeleton characters={40} />} isBusy />
      </LinkFrame>
    );
  }
  const end = settled(found.data);
  if (end) {
    return (
      <LinkMessage title={end.title} tone={end.tone} icon={icon}>
        <p>{end.text}</p>
        <SignIn />
      </LinkMessage>
    );
  }
  return children(found.data, async (answer) => {
    try {
      await answer();
    } finally {
      await found.refetch();
    }
  });
}

const SignIn = () => (
  <Button component={Link} to="/login">
    Go to sign-in
  </Button>
);
