import { IconMenu2 } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { patientChunk } from '../../lib/code-chunk.ts';
import buttonClasses from '../../ui/menu/icon-button.module.css';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import type { NavLinksProps } from './nav-links.tsx';

const NavLinks = lazyRouteComponent(() => patientChunk(import('./nav-links.tsx')), 'NavLinks');

/** The top bar's links as a menu, for narrow windows. */
export const NavMenu = (props: NavLinksProps) => (
  <MenuButton
    button={
      <button type="button" className={buttonClasses['button']} aria-label="Menu">
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
      </button>
    }
    Menu={NavLinks}
    menuProps={props}
  />
);
