import type { KeyboardEvent } from 'react';

/** The arrow keys, Home and End move the focus between the buttons of a chart. */
export function walkBars(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const current = buttons.indexOf(event.target as HTMLButtonElement);
  const last = buttons.length - 1;
  const next = {
    ArrowLeft: Math.max(0, current - 1),
    ArrowRight: Math.min(last, current + 1),
    Home: 0,
    End: last,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}
