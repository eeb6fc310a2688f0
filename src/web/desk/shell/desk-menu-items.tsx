import { Menu } from '@mantine/core';
import type { TargetButton } from '../../ui/menu/menu-button.tsx';
import { PressedMenu } from '../../ui/menu/pressed-menu.tsx';
import { deskAddress, useDeskNavigate } from '../desk-address.ts';
import type { NavItem } from './desk-nav.ts';

export interface DeskMenuItemsProps {
  items: readonly NavItem[];
  userName: string | undefined;
  onSignOut: () => void;
}

export function DeskMenuItems({
  button,
  items,
  userName,
  onSignOut,
}: DeskMenuItemsProps & { button: TargetButton }) {
  const navigate = useDeskNavigate();
  return (
    <PressedMenu button={button}>
      {items.map(({ page, label }) => (
        <Menu.Item key={page} onClick={() => navigate(deskAddress(page))}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {userName !== undefined && (
        <Menu.Item onClick={() => navigate(deskAddress('account'))}>{userName}: my account</Menu.Item>
      )}
      <Menu.Item onClick={onSignOut}>Logout</Menu.Item>
    </PressedMenu>
  );
}
