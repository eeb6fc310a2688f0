import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Row, Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import { PageFailure } from '../../ui/page-failure.tsx';
import classes from '../../ui/page-parts.module.css';
import { type Person, usePerson } from './people.api.ts';
import { PermissionSection } from './permission-section.tsx';
import { PersonActions } from './person-actions.tsx';
import { invitationInWords, lockInWords, roleInWords, StateChip } from './person-words.tsx';

/** One person: what is known of the account, what they may do, and what can be done for them. */
export function PersonPage() {
  const { userId = '0' } = useParams({ strict: false }) as { userId?: string };
  const person = usePerson(/^\d{1,15}$/.test(userId) ? BigInt(userId) : 0n);
  const mayManage = useMay('manage-people');
  const { data } = person;
  usePageTitle(data?.name ?? 'Person', 'Desk');
  return (
    <>
      <DeskLink page="people" className={classes['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        People
      </DeskLink>
      {person.isError ? (
        <PageFailure
          what="person"
          error={person.error}
          onRetry={() => person.refetch()}
          isRetrying={person.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: data.name })}
            marks={data && <StateChip person={data} />}
            caption={data ? captionOf(data) : <Skeleton characters={36} />}
          />
          <div className={classes['stack']}>
            <ApprovalsCard needs="manage-people" />
            <div>
              <AccountSection person={data} />
              {data && <PermissionSection key={permissionsKey(data)} person={data} mayManage={mayManage} />}
              {data && mayManage && <PersonActions person={data} />}
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** The boxes begin anew when somebody else has changed them. */
const permissionsKey = ({ permissions }: Person): string => [...permissions].sort().join();

const captionOf = ({ email, role, syndicateName }: Person): string =>
  [email, roleInWords(role), ...(syndicateName === null ? [] : [syndicateName])].join(' · ');

interface AccountSectionProps {
  person: Person | undefined;
}

function AccountSection({ person }: AccountSectionProps) {
  return (
    <Section
      title="Account"
      lead="What this funder knows of the account. What they do elsewhere is not shown."
    >
      <Row
        title="Invitation"
        detail={person ? (invitationInWords(person) ?? 'Not sent yet') : <Skeleton characters={28} />}
      />
      <Row title="Last sign-in" detail={person ? lastSignIn(person) : <Skeleton characters={20} />} />
      <Row title="Second factor" detail={person ? factorInWords(person) : <Skeleton characters={24} />} />
      {person && person.loginName !== null && <Row title="Username" detail={person.loginName} />}
      {person && person.lockedUntil !== null && (
        <Row title="Locked" detail={lockInWords(person.lockedUntil)} />
      )}
      {person?.syndicateId && (
        <Row
          title="Syndicate"
          detail={
            <DeskLink page="investor" params={{ syndicateId: person.syndicateId }}>
              {person.syndicateName}
            </DeskLink>
          }
        />
      )}
    </Section>
  );
}

const lastSignIn = ({ lastSignedInAt }: Person): string =>
  lastSignedInAt === null ? 'Never signed in here' : formatMoment(lastSignedInAt);

function factorInWords({ hasSecondFactor, factorResetAt, acceptedAt }: Person): string {
  if (acceptedAt === null) return 'Shown once the invitation is accepted';
  if (hasSecondFactor === null) return 'Shown to those who look after people';
  if (factorResetAt !== null) return `Will be removed ${formatMoment(factorResetAt)}, unless they stop it`;
  return hasSecondFactor ? 'Set up' : 'Not set up';
}
