import type { PortalUser } from '../../app/portal-user.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './profile-facts.module.css';

interface ProfileFactsProps {
  /** None while it is on its way. */
  user: PortalUser | undefined;
  funder: string;
}

export function ProfileFacts({ user, funder }: ProfileFactsProps) {
  const facts = [
    { name: 'Name', value: user?.name },
    { name: 'E-mail', value: user?.email },
    { name: 'Syndicate', value: user && `${user.syndicate.name} (${user.syndicate.abbreviation})` },
    { name: 'Funder', value: funder },
  ];
  return (
    <dl aria-busy={user === undefined}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes['fact']}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton characters={22} />}</dd>
        </div>
      ))}
    </dl>
  );
}
