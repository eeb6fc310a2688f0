import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { useAction } from '../ui/use-action.ts';
import { AskedByLink, type Settled } from './asked-by-link.tsx';
import { LinkCard } from './link-card.tsx';
import { LinkFrame } from './link-frame.tsx';

interface CancelByLinkPageProps<State extends string, Found extends { state: State | 'pending' }> {
  subject: string;
  token: string;
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

/** The page of the link in a notice, which cancels what waits without signing in. */
export function CancelByLinkPage<State extends string, Found extends { state: State | 'pending' }>({
  cancel,
  question,
  wordsOn,
  cancelLabel,
  settled,
  ...asked
}: CancelByLinkPageProps<State, Found>) {
  const { failure, isPending, run } = useAction(messageOf);
  return (
    <AskedByLink {...asked} settled={({ state }) => (state === 'pending' ? null : settled[state as State])}>
      {(found, thenAsk) => (
        <LinkFrame title={question}>
          <LinkCard text={wordsOn(found)}>
            <FormAlert message={failure} />
            <Button size="md" loading={isPending} onClick={() => run(() => thenAsk(cancel))}>
              {cancelLabel}
            </Button>
          </LinkCard>
        </LinkFrame>
      )}
    </AskedByLink>
  );
}
