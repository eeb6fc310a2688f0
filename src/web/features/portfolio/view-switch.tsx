import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { getRouteApi } from '@tanstack/react-router';
import type { PortfolioView } from '../../app/router.tsx';
import classes from './view-switch.module.css';

const route = getRouteApi('/signed-in/dashboard');

interface ViewSwitchProps {
  view: PortfolioView;
}

export function ViewSwitch({ view }: ViewSwitchProps) {
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      aria-label="View"
      value={view}
      onChange={(chosen) => navigate({ search: { view: chosen as PortfolioView }, replace: true })}
      data={[
        { value: 'simple', label: 'Simple' },
        { value: 'detailed', label: 'Detailed' },
      ]}
      withItemsBorders={false}
      transitionDuration={140}
      classNames={{
        root: classes['root'] ?? '',
        indicator: classes['indicator'] ?? '',
        label: classes['label'] ?? '',
      }}
    />
  );
}

/** Holds the switch's place until it is known whether there is a choice: for most syndicates there is. */
export function ViewSwitchSkeleton() {
  return <div className={classes['ghost']} aria-hidden="true" />;
}
