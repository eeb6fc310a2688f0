import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import buttonClasses from './icon-button.module.css';
import { menuLook } from './menu-look.ts';

const CHOICES = {
  light: { name: 'Light', Icon: IconSun },
  dark: { name: 'Dark', Icon: IconMoon },
  auto: { name: 'Like the system', Icon: IconDeviceDesktop },
} as const satisfies Record<MantineColorScheme, unknown>;

export function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, Icon } = CHOICES[colorScheme];
  return (
    <Menu {...menuLook} position="bottom-end">
      <Menu.Target>
        <button type="button" className={buttonClasses['button']} aria-label={`Appearance: ${name}`}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(choice) => setColorScheme(choice as MantineColorScheme)}
        >
          {Object.entries(CHOICES).map(([choice, { name: label }]) => (
            <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
