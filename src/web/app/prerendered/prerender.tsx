import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DeskSkeleton } from '../../desk/shell/desk-skeleton.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import type { SignIn } from '../../features/auth/use-sign-in.ts';
import { EntryFrame } from '../../page/entry/entry-frame.tsx';
import { ShellSkeleton } from '../shell/shell-skeleton.tsx';
import { cssVariablesResolver, theme } from '../theme.ts';
import { INITIAL_SIGN_IN } from './initial-sign-in.ts';

/** Placeholders that the server replaces. */
interface Slots {
  nonce: string;
  portalName: string;
  maskedEmail: string;
}

/** Run by the build: the sign-in page as it looks at first. */
export const prerenderSignIn = (slots: Slots): string => prerenderForm(slots, INITIAL_SIGN_IN);

/** Run by the build: the sign-in page of a browser that remembers a user. */
export const prerenderRememberedSignIn = (slots: Slots): string =>
  prerenderForm(slots, {
    ...INITIAL_SIGN_IN,
    remembered: { ...INITIAL_SIGN_IN.remembered, email: slots.maskedEmail },
  });

const prerenderForm = (slots: Slots, signIn: SignIn): string =>
  prerender(
    slots,
    <EntryFrame name={slots.portalName} portal={null} title="Syndicate Login">
      <SignInForm signIn={signIn} notice={null} ResetDialog={() => null} />
    </EntryFrame>,
  );

/** Run by the build: the frame of a signed-in page, before its content is known. */
export const prerenderShell = (slots: Slots): string => prerender(slots, <ShellSkeleton />);

/** Run by the build: the same of the desk. */
export const prerenderDesk = (slots: Slots): string => prerender(slots, <DeskSkeleton />);

const prerender = ({ nonce }: Slots, page: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} getStyleNonce={() => nonce}>
      {page}
    </MantineProvider>,
  );
