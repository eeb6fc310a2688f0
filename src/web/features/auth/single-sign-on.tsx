import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { authContract } from '../../../shared/contract/auth.ts';
import type { SecondFactorMethod } from '../../../shared/contract/sign-in-grants.ts';
import { SIGN_ON_FAILURES } from '../../../shared/domain/sign-on-failures.ts';
import { SecondFactorRequired } from '../../lib/access-token.ts';
import type { SignIn } from './use-sign-in.ts';

export interface SingleSignOnProps {
  signIn: SignIn;
  /** The domains whose owners sign in elsewhere, as the server hashes them. */
  domains: readonly string[];
  /** Why the last attempt failed; undefined when there was none. */
  failure: string | undefined;
  /** What the server has put behind the address for the second step. */
  hash: string;
}

/** Leads people with an address of such a domain to their company, and goes on with what came back from there. */
export function SingleSignOn({ signIn, domains, failure, hash }: SingleSignOnProps) {
  const router = useRouter();
  const domain = useTypedDomain(signIn, domains);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the page was opened with.
  useEffect(() => {
    const step = secondStepOf(hash);
    if (step) signIn.prove(() => Promise.reject(step));
    else if (failure !== undefined) signIn.tell(wordsFor(failure));
    else return;
    // Neither is kept in the history, where the next visitor would find it.
    void router.navigate({ to: '/login', replace: true });
  }, []);

  if (domain === null) return null;
  const address = `${authContract.startSignOn.path}?${new URLSearchParams({ domain })}`;
  return (
    <Button component="a" href={address} size="md" fullWidth variant="default">
      Continue with single sign-on
    </Button>
  );
}

const wordsFor = (code: string): string =>
  SIGN_ON_FAILURES[code as keyof typeof SIGN_ON_FAILURES] ?? SIGN_ON_FAILURES.sso_failed;

function secondStepOf(hash: string): SecondFactorRequired | null {
  const values = new URLSearchParams(hash);
  const challengeToken = values.get('challenge');
  if (challengeToken === null) return null;
  const methods = (values.get('methods') ?? '').split(',') as SecondFactorMethod[];
  return new SecondFactorRequired({ challengeToken, methods });
}

/** The domain of the address that is typed, if its owners sign in elsewhere. */
function useTypedDomain({ form }: SignIn, domains: readonly string[]): string | null {
  const [domain, setDomain] = useState<string | null>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let latest = '';
    const look = async () => {
      latest = domainOf(String(new FormData(element).get('loginName') ?? ''));
      const typed = latest;
      const isListed = typed !== '' && domains.includes(await hashOf(typed));
      // Somebody may have typed on while it was computed.
      if (typed === latest) setDomain(isListed ? typed : null);
    };
    void look();
    element.addEventListener('input', look);
    return () => element.removeEventListener('input', look);
  }, [form, domains]);
  return domain;
}

const domainOf = (name: string): string =>
  name.includes('@')
    ? name
        .slice(name.lastIndexOf('@') + 1)
        .trim()
        .toLowerCase()
    : '';

/** The first half of the hash in hex, as the server writes it. */
async function hashOf(domain: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(domain));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
