import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';

/** Asks the user for one of these second factors. False if they would rather not. */
type Ask = (methods: readonly SecondFactorMethod[]) => Promise<boolean>;

let ask: Ask = async () => false;
let asked: Promise<boolean> | null = null;

/** Registers who asks the user when a call needs their second factor. */
export function onFactorNeeded(listener: Ask): void {
  ask = listener;
}

/** Calls that need the factor at the same time ask for it once. */
export function confirmFactor(methods: readonly SecondFactorMethod[]): Promise<boolean> {
  asked ??= ask(methods).finally(() => {
    asked = null;
  });
  return asked;
}
