import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { SecondFactorSection } from '../../features/second-factor/second-factor-section.tsx';
import { isApiError } from '../../lib/api-error.ts';
import { usePageTitle } from '../../page/use-page-title.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

interface DeskContentProps {
  user: UseQueryResult<unknown>;
}

/** The page, unless whoever is signed in must set up a second factor first or has lost the desk. */
export function DeskContent({ user }: DeskContentProps) {
  const isRequired = isApiError(user.error, 'second_factor_required');
  const [isSettingUp, setIsSettingUp] = useState(isRequired);
  if (isRequired && !isSettingUp) setIsSettingUp(true);
  if (isSettingUp) return <SecondFactorFirst onOpen={user.isSuccess ? () => setIsSettingUp(false) : null} />;
  if (user.isError)
    return (
      <ErrorState
        title="The desk did not open"
        error={user.error}
        onRetry={() => user.refetch()}
        isRetrying={user.isFetching}
      />
    );
  return <Outlet />;
}

interface SecondFactorFirstProps {
  /** Null until there is a second factor. */
  onOpen: (() => void) | null;
}

/** The desk does not open by itself, because the recovery codes are shown here and nowhere else. */
function SecondFactorFirst({ onOpen }: SecondFactorFirstProps) {
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
