import { Button } from '@mantine/core';
import type { PortalUser } from '../../session/portal-user.ts';
import { Row, Section } from '../../ui/page/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Decorative dots; their number says nothing about the password. */
const DOTS = '••••••••';

interface LoginCredentialsProps {
  /** Undefined while it is loading. */
  user: PortalUser | undefined;
  onReset: () => void;
}

export function LoginCredentials({ user, onReset }: LoginCredentialsProps) {
  const reset = (
    <Button variant="default" onClick={onReset}>
      Reset password
    </Button>
  );
  return (
    <Section title="Login Credentials" lead="What you sign in with.">
      <Row title="User name" detail={user?.loginName ?? <Skeleton characters={22} />} />
      <Row title="Password" detail={<span aria-hidden="true">{DOTS}</span>} action={reset} />
    </Section>
  );
}
