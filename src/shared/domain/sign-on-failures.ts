/** Why single sign-on did not lead to the desk, in words for whoever tried. What the provider said is for the operator alone. */
export const SIGN_ON_FAILURES = {
  sso_failed: 'Single sign-on did not work. Please try again, or ask your administrator.',
  sso_expired: 'This sign-in took too long or was begun in another browser. Please start it again here.',
  sso_not_recent:
    'Your company’s sign-in did not confirm that you signed in there just now. Try again, and enter your password there. If that does not help, ask your administrator.',
  sso_unavailable: 'Your company’s sign-in does not answer at the moment. Please try again in a few minutes.',
  sso_unverified:
    'Your company’s sign-in did not confirm your e-mail address. Please ask your administrator to have it confirmed there.',
  sso_not_invited:
    'You do not have a desk here with the address that your company’s sign-in gave. Please ask your administrator to invite you.',
  sso_domain_unproven:
    'Your company has not verified the domain of your e-mail address here. Ask your administrator to verify it under Settings.',
  sso_second_factor:
    'Your company’s sign-in did not confirm a second factor, and you have none here. Please sign in with your password once and set one up, or ask your administrator.',
  sso_not_set_up: 'Single sign-on is not set up for this address. Please sign in with your password.',
  sso_start_here: 'Please enter your e-mail address here. Then choose Continue with single sign-on.',
  sso_busy: 'There were too many attempts. Please try again in a few minutes.',
} as const;

export type SignOnFailureCode = keyof typeof SIGN_ON_FAILURES;
