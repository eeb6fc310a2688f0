import { HoverCard } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './info-tip.module.css';

interface InfoTipProps {
  /** What the tip is about, for those who hear the button and don't see where it stands. */
  subject: string;
  children: ReactNode;
}

/** A small button that explains what it stands beside: by pointer, by keyboard and by touch; Escape closes it. */
export function InfoTip({ subject, children }: InfoTipProps) {
  return (
    <HoverCard
      role="tooltip"
      events={{ hover: true, focus: true, touch: true }}
      interactive
      openDelay={80}
      width={320}
      portalProps={{ target: 'main' }}
      position="bottom-start"
      offset={6}
      middlewares={{ flip: true, shift: { padding: 12 } }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ dropdown: classes['card'] ?? '' }}
    >
      <HoverCard.Target>
        <button type="button" className={classes['button']} aria-label={`About ${subject}`}>
          <IconInfoCircle size={15} stroke={1.75} aria-hidden="true" />
        </button>
      </HoverCard.Target>
      <HoverCard.Dropdown>{children}</HoverCard.Dropdown>
    </HoverCard>
  );
}
