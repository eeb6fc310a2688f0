import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { patientChunk } from '../../lib/code-chunk.ts';
import buttonClasses from './icon-button.module.css';
import { MenuButton } from './menu-button.tsx';

const ColorSchemeChoices = lazyRouteComponent(
  () => patientChunk(import('./color-scheme-choices.tsx')),
  'ColorSchemeChoices',
);

const NAMES = { light: 'Light', dark: 'Dark', auto: 'Like the system' } as const;
const ICONS = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;

export function ColorSchemeMenu() {
  const { colorScheme } = useMantineColorScheme();
  const Icon = ICONS[colorScheme];
  return (
    <MenuButton
      button={
        <button
          type="button"
          className={buttonClasses['button']}
          aria-label={`Appearance: ${NAMES[colorScheme]}`}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </button>
      }
      Menu={ColorSchemeChoices}
      menuProps={{ names: NAMES }}
    />
  );
}
