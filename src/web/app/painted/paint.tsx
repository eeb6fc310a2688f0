import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import type { SignIn } from '../../features/auth/use-sign-in.ts';
import { EntryFrame } from '../../page/entry/entry-frame.tsx';
import { ShellSkeleton } from '../shell/shell-skeleton.tsx';
import { cssVariablesResolver, theme } from '../theme.ts';
import { STILL_SIGN_IN } from './still-sign-in.ts';

/** Placeholders, which the server fills in. */
interface Slots {
  nonce: string;
  portalName: string;
  maskedEmail: string;
}

/** Run by the build: the sign-in page as it looks before anybody has done anything. */
export const paintSignIn = (slots: Slots): string => paintForm(slots, STILL_SIGN_IN);

/** Run by the build: the same, on a browser that remembers somebody. */
export const paintRememberedSignIn = (slots: Slots): string =>
  paintForm(slots, {
    ...STILL_SIGN_IN,
    remembered: { ...STILL_SIGN_IN.remembered, email: slots.maskedEmail },
  });

const paintForm = (slots: Slots, signIn: SignIn): string =>
  paint(
    slots,
    <EntryFrame name={slots.portalName} face={null} title="Syndicate Login">
      <SignInForm signIn={signIn} notice={null} ResetDialog={() => null} />
    </EntryFrame>,
  );

/** Run by the build: a signed-in page before anything is known of it. */
export const paintShell = (slots: Slots): string => paint(slots, <ShellSkeleton />);

const paint = ({ nonce }: Slots, page: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} getStyleNonce={() => nonce}>
      {page}
    </MantineProvider>,
  );
