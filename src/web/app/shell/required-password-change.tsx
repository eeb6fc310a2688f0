import { lazy, Suspense } from 'react';
import { patientChunk } from '../../lib/code-chunk.ts';
import { usePageTitle } from '../../page/use-page-title.ts';
import { setMustChangePassword } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

const FirstLoginDialog = lazy(async () => {
  const { FirstLoginDialog: component } = await patientChunk(
    import('../../features/passwords/password-dialog.tsx'),
  );
  return { default: component };
});

interface RequiredPasswordChangeProps {
  onSignOut: () => void;
}

/** Shown in place of any page for as long as the server accepts nothing but a change of the password. */
export function RequiredPasswordChange({ onSignOut }: RequiredPasswordChangeProps) {
  const { userId } = useSession();
  usePageTitle();
  return (
    <>
      <PageHeader />
      <Suspense>
        <FirstLoginDialog
          userId={userId}
          onChanged={() => setMustChangePassword(false)}
          onSignOut={onSignOut}
        />
      </Suspense>
    </>
  );
}
