import { lazy, Suspense } from 'react';
import { usePageTitle } from '../../page/use-page-title.ts';
import { notePasswordDuty } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

const FirstLoginDialog = lazy(async () => {
  const { FirstLoginDialog: component } = await import('../../features/passwords/password-dialog.tsx');
  return { default: component };
});

interface PasswordDutyProps {
  onSignOut: () => void;
}

/** In place of any page, for as long as the server answers nothing but a change of the password. */
export function PasswordDuty({ onSignOut }: PasswordDutyProps) {
  const { userId } = useSession();
  usePageTitle();
  return (
    <>
      <PageHeader />
      <Suspense>
        <FirstLoginDialog userId={userId} onChanged={() => notePasswordDuty(false)} onSignOut={onSignOut} />
      </Suspense>
    </>
  );
}
