import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskPeopleContract } from '../../../../shared/contract/desk-people.ts';
import { canSignIn, isStaff } from '../../../../shared/domain/roles.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { Row, Section } from '../../../ui/page/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { MoveDialog } from './move-dialog.tsx';
import type { Person } from './people.api.ts';
import { RoleDialog } from './role-dialog.tsx';

type Asked = 'close' | 'end sessions' | 'reset' | 'move' | 'role';

interface PersonActionsProps {
  person: Person;
}

/** What can be done for a person, each only where it makes sense for the state they are in. */
export function PersonActions({ person }: PersonActionsProps) {
  const { id: userId, name, role, state, isSelf, lockedUntil, hasSecondFactor, factorResetAt } = person;
  const change = useChange();
  const action = useAction(flashFailure);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isResetAsked = useApprovals().data?.approvals.some(
    ({ kind, subjectId }) => kind === 'reset second factor' && subjectId === userId,
  );
  const isOpen = state !== 'closed';
  const send = (endpoint: Simple, done: string) =>
    action.run(async () => {
      await change(endpoint, { params: { userId } });
      setAsked(null);
      flash(done);
    });

  return (
    <Section title="Access" lead="Every change is in the audit trail, under your name.">
      {isOpen && state !== 'active' && canSignIn(role) && (
        <Row
          title="Invitation"
          detail="Sends a new link. The one before no longer counts once this one is used."
          action={
            <Button
              variant="default"
              onClick={() => send(deskPeopleContract.inviteAgain, `${name} is invited again`)}
            >
              {state === 'not invited' ? 'Invite' : 'Invite again'}
            </Button>
          }
        />
      )}
      {lockedUntil !== null && (
        <Row
          title="Lock"
          detail="Lets them try to sign in again at once. Check who is asking first."
          action={
            <Button
              variant="default"
              onClick={() => send(deskPeopleContract.unlockPerson, `${name} may try again`)}
            >
              Unlock
            </Button>
          }
        />
      )}
      {isOpen && role === 'syndication' && (
        <Row
          title="Another syndicate"
          detail="They see only the new one’s book from then on."
          action={
            <Button variant="default" onClick={() => setAsked('move')}>
              Move
            </Button>
          }
        />
      )}
      {isOpen && isStaff(role) && !isSelf && (
        <Row
          title="Another role"
          detail="They begin with the permissions of the new role."
          action={
            <Button variant="default" onClick={() => setAsked('role')}>
              Change the role
            </Button>
          }
        />
      )}
      {state === 'active' && hasSecondFactor && factorResetAt === null && (
        <Row
          title="Lost second factor"
          detail={
            isResetAsked
              ? 'Asked for. It waits for a second person.'
              : 'A second person approves it. Then they are told, and it is removed after 24 hours.'
          }
          action={
            <Button variant="default" disabled={isResetAsked === true} onClick={() => setAsked('reset')}>
              Ask for a reset
            </Button>
          }
        />
      )}
      {state === 'active' && !isSelf && (
        <Row
          title="Sessions"
          detail="Signs them out everywhere. They can sign in again."
          action={
            <Button variant="default" onClick={() => setAsked('end sessions')}>
              End sessions
            </Button>
          }
        />
      )}
      {isSelf ? (
        <Row title="Your own access" detail="Another administrator can close it." />
      ) : !isOpen && role === 'guest' ? (
        <Row title="A former guest" detail="The investor whose book they read can invite them again." />
      ) : (
        <Row
          title={isOpen ? 'Close' : 'Open again'}
          detail={
            isOpen
              ? 'Ends their access here at once. Nothing is deleted, and it can be opened again.'
              : 'Lets them in again, with the permissions they had.'
          }
          action={
            isOpen ? (
              <Button variant="default" onClick={() => setAsked('close')}>
                Close access
              </Button>
            ) : (
              <Button
                variant="default"
                onClick={() => send(deskPeopleContract.reopenPerson, `${name} has access again`)}
              >
                Open again
              </Button>
            )
          }
        />
      )}
      {asked === 'close' && (
        <ConfirmDialog
          title={`Close the access of ${name}?`}
          lead={`They are signed out at once and cannot sign in here any more. What they asked for and still waits, such as another bank account, is cancelled.${isStaff(role) ? ' Service tokens that they issued stop working at once: if a system of yours uses one, issue another first.' : ''}`}
          confirmLabel="Close access"
          isPending={action.isPending}
          onConfirm={() => send(deskPeopleContract.closePerson, `The access of ${name} is closed`)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'end sessions' && (
        <ConfirmDialog
          title={`End all sessions of ${name}?`}
          lead="Every device has to sign in again. A change of bank account that they asked for and still waits is cancelled."
          confirmLabel="End sessions"
          isPending={action.isPending}
          onConfirm={() => send(deskPeopleContract.endSessions, `${name} is signed out everywhere`)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'reset' && (
        <ReasonDialog
          title={`Reset the second factor of ${name}`}
          lead="Somebody else who may manage people has to approve it. After that every address of theirs is told, and they have 24 hours to stop it."
          onAsk={async (reason) => {
            await change(deskPeopleContract.askForFactorReset, { params: { userId }, body: { reason } });
            setAsked(null);
            flash('Asked. It waits for a second person');
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'move' && <MoveDialog person={person} onClose={() => setAsked(null)} />}
      {asked === 'role' && <RoleDialog person={person} onClose={() => setAsked(null)} />}
    </Section>
  );
}

type Simple = (typeof deskPeopleContract)[
  | 'inviteAgain'
  | 'unlockPerson'
  | 'reopenPerson'
  | 'closePerson'
  | 'endSessions'];
