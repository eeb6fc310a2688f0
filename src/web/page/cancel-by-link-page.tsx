import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { isApiError, messageOf } from '../lib/api-error.ts';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { ErrorState } from '../ui/message/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useAction } from '../ui/use-action.ts';
import { LinkCard } from './link-card.tsx';
import { LinkFrame } from './link-frame.tsx';
import { LinkMessage } from './link-message.tsx';

interface Settled {
  title: string;
  tone: ComponentProps<typeof LinkMessage>['tone'];
  text: string;
}

interface CancelByLinkPageProps<State extends string, Found extends { state: State | 'pending' }> {
  queryKey: readonly string[];
  /** The title while it is not known what the link is about. */
  title: string;
  icon: ReactNode;
  find: () => Promise<Found>;
  cancel: () => Promise<unknown>;
  question: string;
  wordsOn: (found: Found) => string;
  cancelLabel: string;
  failedTitle: string;
  settled: Readonly<Record<State, Settled>>;
}

/**
 * The page of the link in a notice, which cancels what waits without signing in. Opening it changes nothing, because mail programs
 * open links too.
 */
export function CancelByLinkPage<State extends string, Found extends { state: State | 'pending' }>(
  props: CancelByLinkPageProps<State, Found>,
) {
  const { queryKey, title, icon, find, question, wordsOn, cancelLabel, failedTitle, settled } = props;
  const found = useQuery({ queryKey, queryFn: find });
  const { failure, isPending, run } = useAction(messageOf);
  const cancel = async () => {
    try {
      await props.cancel();
    } finally {
      await found.refetch();
    }
  };

  if (isApiError(found.error, 'link_unknown')) {
    return (
      <LinkMessage
        title="This link does not open"
        tone="closed"
        icon={<IconLinkOff size={22} stroke={1.75} />}
      >
        <p>{found.error.message}</p>
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
  const { state } = found.data;
  if (state !== 'pending') {
    const { title: said, tone, text } = settled[state as State];
    return (
      <LinkMessage title={said} tone={tone} icon={icon}>
        <p>{text}</p>
        <SignIn />
      </LinkMessage>
    );
  }
  return (
    <LinkFrame title={question}>
      <LinkCard text={wordsOn(found.data)}>
        <FormAlert message={failure} />
        <Button size="md" loading={isPending} onClick={() => run(cancel)}>
          {cancelLabel}
        </Button>
      </LinkCard>
    </LinkFrame>
  );
}

const SignIn = () => (
  <Button component={Link} to="/login">
    Go to sign-in
  </Button>
);
