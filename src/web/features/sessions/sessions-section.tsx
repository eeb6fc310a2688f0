import { Button } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { formatLastActive, formatMoment } from '../../lib/moment.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { flash } from '../../ui/message/flash.ts';
import { Row, Section } from '../../ui/page/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type OpenSession, useEndSessions, useSessions } from './sessions.api.ts';

/** What the user is asked to confirm ending: one session, or all but this one. */
type Asked = OpenSession | 'others';

export function SessionsSection() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const endSessions = useEndSessions();

  const end = async (which: Asked, password: string) => {
    await endSessions(which === 'others' ? 'others' : which.id, password);
    flash(which === 'others' ? 'All other sessions are ended' : `${which.device} is signed out`);
    setAsked(null);
  };

  return (
    <Section title="Sessions" lead="Where you are signed in. End what you do not know or no longer use.">
      <SessionList onEnd={setAsked} />
      {asked !== null && (
        <Dialog
          title={asked === 'others' ? 'End all other sessions' : 'End this session'}
          lead={
            asked === 'others'
              ? 'Every device but this one has to sign in again.'
              : `${asked.device}, signed in since ${formatMoment(asked.startedAt)}, has to sign in again.`
          }
          onClose={() => setAsked(null)}
        >
          <PasswordAgainForm
            submitLabel={asked === 'others' ? 'End all others' : 'End session'}
            onSubmit={(password) => end(asked, password)}
            onClose={() => setAsked(null)}
          />
        </Dialog>
      )}
    </Section>
  );
}

interface SessionListProps {
  onEnd: (which: Asked) => void;
}

function SessionList({ onEnd }: SessionListProps) {
  const sessions = useSessions();
  if (isApiError(sessions.error, 'second_factor_required'))
    return <Row title="Not shown yet" detail="Your sessions are listed once a second factor is set up." />;
  if (sessions.isError) {
    return (
      <ErrorState
        title="Your sessions did not load"
        error={sessions.error}
        onRetry={() => sessions.refetch()}
        isRetrying={sessions.isFetching}
      />
    );
  }
  if (!sessions.data)
    return <Row title={<Skeleton characters={18} />} detail={<Skeleton characters={32} />} />;
  const here = sessions.data.filter(({ isThisOne }) => isThisOne);
  const others = sessions.data.filter(({ isThisOne }) => !isThisOne);
  return (
    <>
      <ul>
        {[...here, ...others].map((session) => (
          <li key={session.id}>
            <SessionRow session={session} onEnd={onEnd} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Row
          title="Everywhere else"
          detail="Signs out every device but this one."
          action={
            <Button variant="default" onClick={() => onEnd('others')}>
              End all others
            </Button>
          }
        />
      )}
    </>
  );
}

interface SessionRowProps {
  session: OpenSession;
  onEnd: (which: Asked) => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { device, startedAt, lastActiveAt, isThisOne } = session;
  const end = (
    <Button
      variant="default"
      onClick={() => onEnd(session)}
      aria-label={`End ${device}, started ${formatMoment(startedAt)}`}
    >
      End
    </Button>
  );
  return (
    <Row
      title={device}
      mark={isThisOne ? 'this device' : undefined}
      detail={`Started ${formatMoment(startedAt)} · Last active ${formatLastActive(lastActiveAt)}`}
      action={isThisOne ? undefined : end}
    />
  );
}
