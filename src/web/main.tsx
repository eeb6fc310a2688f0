import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/mantine.css';
import './app/tokens.css';
import './app/global.css';
import { colorSchemeManager } from './app/color-scheme.ts';
import { router } from './app/router.tsx';
import { cssVariablesResolver, theme } from './app/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
