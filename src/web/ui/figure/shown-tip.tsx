import { HoverCard } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import classes from './tip.module.css';

export interface TipProps {
  /** A button, so that the keyboard can reach the tip. */
  target: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  children: ReactNode;
}

interface ShownTipProps extends TipProps {
  /** The button that this one replaces had the focus. */
  hasFocus: boolean;
}

/** A tip whose button has just been pointed at, reached by keyboard or touched. */
export function ShownTip({ target, children, hasFocus }: ShownTipProps) {
  const place = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (hasFocus) place.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <HoverCard
      role="tooltip"
      events={{ hover: true, focus: true, touch: true }}
      interactive
      initiallyOpened
      openDelay={80}
      width={320}
      portalProps={{ target: 'main' }}
      position="bottom-start"
      offset={6}
      middlewares={{ flip: true, shift: { padding: 12 } }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ dropdown: classes['card'] ?? '' }}
    >
      <HoverCard.Target>{cloneElement(target, { ref: place } as object)}</HoverCard.Target>
      <HoverCard.Dropdown>{children}</HoverCard.Dropdown>
    </HoverCard>
  );
}
