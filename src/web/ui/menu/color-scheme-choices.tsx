import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import type { TargetButton } from './menu-button.tsx';
import { PressedMenu } from './pressed-menu.tsx';

interface ColorSchemeChoicesProps {
  button: TargetButton;
  names: Readonly<Record<MantineColorScheme, string>>;
}

export function ColorSchemeChoices({ button, names }: ColorSchemeChoicesProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <PressedMenu button={button}>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(choice) => setColorScheme(choice as MantineColorScheme)}
      >
        {Object.entries(names).map(([choice, name]) => (
          <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </PressedMenu>
  );
}
