import { Menu } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import buttonClasses from '../../ui/menu/icon-button.module.css';
import { menuLook } from '../../ui/menu/menu-look.ts';

interface NavMenuProps {
  userName: string | undefined;
  onSignOut: () => void;
}

/** The top bar's links as a menu, for narrow windows. */
export function NavMenu({ userName, onSignOut }: NavMenuProps) {
  return (
    <Menu {...menuLook} position="bottom-end">
      <Menu.Target>
        <button type="button" className={buttonClasses['button']} aria-label="Menu">
          <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {userName !== undefined && <Menu.Label>{userName}</Menu.Label>}
        <Menu.Item component={Link} to="/dashboard">
          Dashboard
        </Menu.Item>
        <Menu.Item component={Link} to="/profile">
          My Profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={onSignOut}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
