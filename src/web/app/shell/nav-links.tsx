import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TargetButton } from '../../ui/menu/menu-button.tsx';
import { PressedMenu } from '../../ui/menu/pressed-menu.tsx';

export interface NavLinksProps {
  userName: string | undefined;
  usesCash: boolean;
  onSignOut: () => void;
}

export function NavLinks({
  button,
  userName,
  usesCash,
  onSignOut,
}: NavLinksProps & { button: TargetButton }) {
  return (
    <PressedMenu button={button}>
      {userName !== undefined && <Menu.Label>{userName}</Menu.Label>}
      <Menu.Item component={Link} to="/dashboard">
        Dashboard
      </Menu.Item>
      {usesCash && (
        <Menu.Item component={Link} to="/cash">
          Cash
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/documents">
        Documents
      </Menu.Item>
      <Menu.Item component={Link} to="/profile">
        My Profile
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={onSignOut}>Logout</Menu.Item>
    </PressedMenu>
  );
}
