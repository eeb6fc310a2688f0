import type { UseQueryResult } from '@tanstack/react-query';
import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { patientChunk } from '../../lib/code-chunk.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';

const SecondFactorFirst = lazyRouteComponent(
  () => patientChunk(import('./before-desk.tsx')),
  'SecondFactorFirst',
);
const PasswordFirst = lazyRouteComponent(() => patientChunk(import('./before-desk.tsx')), 'PasswordFirst');

interface DeskContentProps {
  user: UseQueryResult<unknown>;
  mustChangePassword: boolean;
  onSignOut: () => void;
}

/** The page, unless whoever is signed in must change the password or set up a second factor first, or has lost the desk. */
export function DeskContent({ user, mustChangePassword, onSignOut }: DeskContentProps) {
  const isRequired = isApiError(user.error, 'second_factor_required');
  const [isSettingUp, setIsSettingUp] = useState(isRequired);
  if (isRequired && !isSettingUp) setIsSettingUp(true);
  if (mustChangePassword)
    return (
      <Suspense>
        <PasswordFirst onSignOut={onSignOut} />
      </Suspense>
    );
  if (isSettingUp)
    return (
      <Suspense>
        <SecondFactorFirst onOpen={user.isSuccess ? () => setIsSettingUp(false) : null} />
      </Suspense>
    );
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
