import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { loadLines } from './balance-chart.tsx';
import { ExistingAdvances } from './existing-advances.tsx';
import type { Deal } from './fcs.api.ts';
import classes from './fcs-page.module.css';
import { OurOffer } from './our-offer.tsx';
import { QuickInformation } from './quick-information.tsx';
import { Statements } from './statements.tsx';

interface SheetPartsProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

/** What the sheet says of a deal, as its investors and the funder's staff see it. */
export const SheetParts = ({ deal }: SheetPartsProps) => (
  <div className={classes['frame']}>
    <div className={classes['sheet']}>
      <div className={classes['left']}>
        <QuickInformation deal={deal} />
      </div>
      <div className={classes['right']}>
        <Statements deal={deal} />
        <ExistingAdvances deal={deal} />
        <OurOffer deal={deal} />
      </div>
    </div>
  </div>
);

export const PrintSheet = () => (
  <Button
    variant="default"
    className={classes['print'] ?? ''}
    leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden="true" />}
    onClick={printWhole}
  >
    Print
  </Button>
);

/** With the chart, which may not have been in sight yet. */
async function printWhole(): Promise<void> {
  await loadLines().catch(() => undefined);
  requestAnimationFrame(() => setTimeout(() => window.print()));
}
