import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type ReactElement,
  useEffect,
  useState,
} from 'react';
import { whenTouched } from '../../lib/when-touched.ts';

export type TargetButton = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

type MenuOf<Props> = ComponentType<Props & { button: TargetButton }> & {
  preload?: () => Promise<void> | undefined;
};

interface MenuButtonProps<Props> {
  button: TargetButton;
  /** Loaded when somebody uses the page, and opened with the first press. */
  Menu: MenuOf<Props>;
  menuProps: Props;
}

/** The button of a menu, which is all that is needed of it until it is pressed. */
export function MenuButton<Props extends object>({ button, Menu, menuProps }: MenuButtonProps<Props>) {
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => whenTouched(() => Menu.preload?.()), [Menu]);
  if (isPressed) return <Menu {...menuProps} button={button} />;
  const open = async () => {
    // Loaded first, so that the button stays until the menu is there.
    await Menu.preload?.();
    setIsPressed(true);
  };
  return cloneElement(button, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open });
}
