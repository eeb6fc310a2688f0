import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { secondFactorContract } from '../../../shared/contract/second-factor.ts';
import { call } from '../../lib/call.ts';
import { PasskeyError } from '../../lib/passkey-error.ts';

export type SecondFactors = Output<typeof secondFactorContract.secondFactorState>;
export type Passkey = SecondFactors['passkeys'][number];

const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () => call(secondFactorContract.secondFactorState, {}),
});

export const useSecondFactors = () => useQuery(secondFactorsQuery);

/** Adding or removing a factor ends sessions and unlocks pages, so everything is refetched. */
export function useRefreshAll() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries();
}

/** Asks the browser for a passkey and registers it. Returns the recovery codes that come with a first factor. */
export async function addPasskey(password: string, name: string): Promise<string[] | null> {
  const [{ options }, { startRegistration }] = await Promise.all([
    call(secondFactorContract.startPasskey, { body: { password } }),
    import('@simplewebauthn/browser'),
  ]);
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, rawId, type, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyError(whyNoPasskey(error));
  });
  const { clientDataJSON, attestationObject, transports } = response;
  const registration = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  const { recoveryCodes } = await call(secondFactorContract.finishPasskey, { body: { name, registration } });
  return recoveryCodes;
}

/** The browser's errors are distinguished by their name. */
function whyNoPasskey(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'NotSupportedError') return 'This device cannot make a passkey that the portal understands.';
  return 'No passkey was made: it was cancelled or took too long. Please try again.';
}
