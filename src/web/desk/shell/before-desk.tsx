import { Button } from '@mantine/core';
import { RequiredPasswordChange } from '../../app/shell/required-password-change.tsx';
import { SecondFactorSection } from '../../features/second-factor/second-factor-section.tsx';
import { usePageTitle } from '../../page/use-page-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** What somebody has to do before the desk opens. Loaded for them only. */
export const PasswordFirst = RequiredPasswordChange;

interface SecondFactorFirstProps {
  /** Null until there is a second factor. */
  onOpen: (() => void) | null;
}

/** The desk does not open by itself, because the recovery codes are shown here and nowhere else. */
export function SecondFactorFirst({ onOpen }: SecondFactorFirstProps) {
  usePageTitle('Set up a second factor', 'Desk');
  return (
    <>
      <PageHeader
        title="One more step before the desk opens"
        action={onOpen && <Button onClick={onOpen}>Open the desk</Button>}
      />
      <SecondFactorSection />
    </>
  );
}
