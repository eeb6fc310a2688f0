import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { cloneElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { TargetButton } from './menu-button.tsx';
import { menuLook } from './menu-look.ts';

interface PressedMenuProps {
  button: TargetButton;
  children: ReactNode;
}

/** A menu whose button has just been pressed: it opens at once. */
export function PressedMenu({ button, children }: PressedMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The button replaces the one that was pressed, and gets the focus back when the menu is closed.
    place.current?.focus({ preventScroll: true });
    setIsOpen(true);
  }, []);
  return (
    <Menu {...menuLook} position="bottom-end" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{cloneElement(button, { ref: place } as object)}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
