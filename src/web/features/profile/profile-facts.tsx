import { formatPayDays } from '../../../shared/domain/pay-date.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import type { Syndicate } from '../../session/portal-user.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './profile-facts.module.css';

interface ProfileFactsProps {
  /** Undefined while it is loading. */
  syndicate: Syndicate | undefined;
}

/** What the funder has agreed with the syndicate, which cannot change it here. */
export function ProfileFacts({ syndicate }: ProfileFactsProps) {
  const facts = [
    { name: 'Syndicate', value: syndicate?.name },
    { name: 'Abbreviation', value: syndicate?.abbreviation },
    { name: 'Pay days', value: syndicate && formatPayDays(syndicate.payDays) },
    { name: 'Default participation', value: syndicate && formatPercent(syndicate.defaultSharePercent) },
    { name: 'Management fee', value: syndicate && formatPercent(syndicate.managementFeePercent) },
    { name: 'Syndication fee', value: syndicate && formatPercent(syndicate.syndicationFeePercent) },
  ];
  return (
    <dl className={classes['facts']} aria-busy={syndicate === undefined}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes['fact']}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton characters={10} />}</dd>
        </div>
      ))}
    </dl>
  );
}
