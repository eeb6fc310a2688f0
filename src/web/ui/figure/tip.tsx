import { HoverCard } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import type { ReactElement, ReactNode } from 'react';
import classes from './tip.module.css';

interface TipProps {
  /** A button, so that the keyboard can reach the tip. */
  target: ReactElement;
  children: ReactNode;
}

/** A tooltip of a button, for pointer, keyboard and touch. Escape closes it. */
export function Tip({ target, children }: TipProps) {
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
      <HoverCard.Target>{target}</HoverCard.Target>
      <HoverCard.Dropdown>{children}</HoverCard.Dropdown>
    </HoverCard>
  );
}
