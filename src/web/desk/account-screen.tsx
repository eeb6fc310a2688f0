import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordDialog } from '../features/passwords/password-dialog.tsx';
import { SecondFactorSection } from '../features/second-factor/second-factor-section.tsx';
import { SessionsSection } from '../features/sessions/sessions-section.tsx';
import { usePageTitle } from '../page/use-page-title.ts';
import { useSession } from '../session/use-session.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Row, Section } from '../ui/page/section.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { useDeskUser } from './desk-user.ts';

/** How somebody of the staff signs in: password, second factors, sessions. */
export function AccountScreen() {
  const { userId } = useSession();
  const user = useDeskUser();
  const queryClient = useQueryClient();
  const [isPasswordAsked, setIsPasswordAsked] = useState(false);
  usePageTitle('My account', 'Desk');

  const passwordChanged = () => {
    setIsPasswordAsked(false);
    // The change has ended other sessions.
    void queryClient.invalidateQueries();
  };

  return (
    <>
      <PageHeader title="My account" />
      <div>
        <Section title="Sign-in" lead={user.data?.email ?? ''}>
          <Row
            title="Password"
            detail="You are asked for it whenever you sign in."
            action={<TextButton onClick={() => setIsPasswordAsked(true)}>Change</TextButton>}
          />
        </Section>
        <SecondFactorSection />
        <SessionsSection />
      </div>
      {isPasswordAsked && (
        <PasswordDialog
          userId={userId}
          onChanged={passwordChanged}
          onClose={() => setIsPasswordAsked(false)}
        />
      )}
    </>
  );
}
