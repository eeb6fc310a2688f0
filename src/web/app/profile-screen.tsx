import { useQueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { PasswordDialog } from '../features/passwords/password-dialog.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { SecondFactorSection } from '../features/second-factor/second-factor-section.tsx';
import { SessionsSection } from '../features/sessions/sessions-section.tsx';
import { patientChunk } from '../lib/code-chunk.ts';
import { useSession } from '../session/use-session.ts';

const NotificationsTab = lazyRouteComponent(
  () => patientChunk(import('../features/notifications/notifications-tab.tsx')),
  'NotificationsTab',
);

const GuestsSection = lazyRouteComponent(
  () => patientChunk(import('../features/guests/guests-section.tsx')),
  'GuestsSection',
);

/** My Profile, composed of the features that have a section in it. */
export function ProfileScreen() {
  const { userId } = useSession();
  const queryClient = useQueryClient();
  const [isPasswordAsked, setIsPasswordAsked] = useState(false);

  const passwordChanged = () => {
    setIsPasswordAsked(false);
    // The change has ended other sessions.
    void queryClient.invalidateQueries();
  };

  return (
    <>
      <ProfilePage
        onResetPassword={() => setIsPasswordAsked(true)}
        notifications={
          <Suspense>
            <NotificationsTab />
          </Suspense>
        }
        guests={(syndicateId) => (
          <Suspense>
            <GuestsSection syndicateId={syndicateId} />
          </Suspense>
        )}
      >
        <SecondFactorSection />
        <SessionsSection />
      </ProfilePage>
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
