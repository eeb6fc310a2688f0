import { MantineProvider } from '@mantine/core';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import './mantine.css';
import './tokens.css';
import './global.css';
import { reportFailure } from '../lib/browser-failures.ts';
import { outageShown } from '../lib/outage.ts';
import { colorSchemeManager } from './color-scheme.ts';
import { isPrerendered, takeOver } from './prerendered/prerendered-page.ts';
import { cssVariablesResolver, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Shows the pages of a router: those of the portal, or those of the desk. */
export async function showApp(root: HTMLElement, router: AnyRouter): Promise<void> {
  // The prerendered page stays until the router knows which page is shown, or the app has something to say about an outage.
  if (isPrerendered) await Promise.race([router.load(), outageShown()]);
  // As a transition it is rendered in small steps, so that the browser can respond to typing in between.
  startTransition(() =>
    createRoot(root, { onCaughtError: tellFailure }).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <TakesOver root={root} />
          <RouterProvider<AnyRouter> router={router} />
        </MantineProvider>
      </StrictMode>,
    ),
  );
}

/** An error that a part of the page shows in its own place. One that nobody catches reaches the window. */
function tellFailure(error: unknown): void {
  console.error(error);
  reportFailure('render', error);
}

interface TakesOverProps {
  root: HTMLElement;
}

/** Stands before the page, so that the prerendered one is gone when the page's own parts look for their places. */
function TakesOver({ root }: TakesOverProps) {
  useLayoutEffect(() => takeOver(root), [root]);
  return null;
}
