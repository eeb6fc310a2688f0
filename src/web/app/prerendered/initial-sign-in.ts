import type { SignIn } from '../../features/auth/use-sign-in.ts';

const nothing = () => undefined;

/** The state of the sign-in form before anybody has typed anything. */
export const INITIAL_SIGN_IN: SignIn = {
  form: { current: null },
  errors: {},
  failure: null,
  isPending: false,
  lock: { secondsLeft: null, startedWithSeconds: null, isChecking: false, start: nothing, end: nothing },
  remembered: { isAsking: false, email: null, forget: async () => undefined, noteGone: nothing },
  nameToStartWith: '',
  secondStep: null,
  isAskedAboutTicket: false,
  followTicket: async () => undefined,
  refuseTicket: nothing,
  submit: nothing,
  forgetRemembered: async () => undefined,
  prove: nothing,
  startOver: nothing,
  clearFailure: nothing,
  tell: nothing,
  clearError: nothing,
};
