import { authContract } from '../../shared/contract/auth.ts';
import type { Output } from '../../shared/contract/endpoint.ts';
import { send } from './send.ts';

export type SignInPageFacts = Output<typeof authContract.signInPage>;

let request: Promise<SignInPageFacts> | null = null;

/** Whose portal this is and which captcha it asks for. Fetched once; again where no answer came. */
export function signInPageFacts(): Promise<SignInPageFacts> {
  request ??= send(authContract.signInPage, {}).catch((error: unknown) => {
    request = null;
    throw error;
  });
  return request;
}
