import classes from './approval-facts.module.css';
import type { Approval } from './approvals.api.ts';
import { InvestorEffects } from './investor-effects.tsx';

interface ApprovalFactsProps {
  approval: Pick<Approval, 'facts' | 'effects'>;
}

/** What whoever decides compares: the facts of the request, and what it does to each investor. */
export const ApprovalFacts = ({ approval: { facts, effects } }: ApprovalFactsProps) => (
  <div className={classes['told']}>
    <dl className={classes['facts']}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <InvestorEffects effects={effects} />
  </div>
);
