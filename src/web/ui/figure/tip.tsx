import { lazyRouteComponent } from '@tanstack/react-router';
import { cloneElement, type SyntheticEvent, useEffect, useState } from 'react';
import { patientChunk } from '../../lib/code-chunk.ts';
import { whenTouched } from '../../lib/when-touched.ts';
import type { TipProps } from './shown-tip.tsx';

const ShownTip = lazyRouteComponent(() => patientChunk(import('./shown-tip.tsx')), 'ShownTip');

const preload = () => ShownTip.preload?.();

/** Passing over a button shows nothing. */
const OPEN_DELAY_MS = 80;

/**
 * A tooltip of a button, for pointer, keyboard and touch. Escape closes it. A table has many of them, so each is only its button until
 * somebody gets to it.
 */
export function Tip({ target, children }: TipProps) {
  const [shown, setShown] = useState<{ hasFocus: boolean } | null>(null);
  useEffect(() => whenTouched(preload), []);
  if (shown)
    return (
      <ShownTip target={target} hasFocus={shown.hasFocus}>
        {children}
      </ShownTip>
    );
  const reach = async ({ currentTarget: button, type }: SyntheticEvent<HTMLButtonElement>) => {
    await Promise.all([preload(), new Promise((resolve) => setTimeout(resolve, OPEN_DELAY_MS))]);
    const hasFocus = button.matches(':focus-visible');
    // It may have been left while the code was loaded.
    if (hasFocus || type === 'click' || button.matches(':hover')) setShown({ hasFocus });
  };
  return cloneElement(target, { onPointerEnter: reach, onFocus: reach, onClick: reach });
}
