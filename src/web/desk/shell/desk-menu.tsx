import { IconMenu2 } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { patientChunk } from '../../lib/code-chunk.ts';
import buttonClasses from '../../ui/menu/icon-button.module.css';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import type { DeskMenuItemsProps } from './desk-menu-items.tsx';

const DeskMenuItems = lazyRouteComponent(
  () => patientChunk(import('./desk-menu-items.tsx')),
  'DeskMenuItems',
);

/** The navigation as a menu, for narrow windows. */
export const DeskMenu = (props: DeskMenuItemsProps) => (
  <MenuButton
    button={
      <button type="button" className={buttonClasses['button']} aria-label="Menu">
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
      </button>
    }
    Menu={DeskMenuItems}
    menuProps={props}
  />
);
