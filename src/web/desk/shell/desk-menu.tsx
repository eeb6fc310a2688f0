import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { IconMenu2 } from '@tabler/icons-react';
import buttonClasses from '../../ui/menu/icon-button.module.css';
import { menuLook } from '../../ui/menu/menu-look.ts';
import { deskAddress, useDeskNavigate } from '../desk-address.ts';
import type { NavItem } from './desk-nav.ts';

interface DeskMenuProps {
  items: readonly NavItem[];
  userName: string | undefined;
  onSignOut: () => void;
}

/** The navigation as a menu, for narrow windows. */
export function DeskMenu({ items, userName, onSignOut }: DeskMenuProps) {
  const navigate = useDeskNavigate();
  const button = (
    <button type="button" className={buttonClasses['button']} aria-label="Menu">
      <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
    </button>
  );
  return (
    <Menu {...menuLook} position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
