/**
 * Proofs of something that a person has or is, by their names in RFC 8176. They are a second factor only beside a password: alone, each
 * is the first.
 */
const BESIDE_A_PASSWORD = [
  'otp',
  'hwk',
  'swk',
  'sc',
  'sms',
  'tel',
  'fpt',
  'face',
  'iris',
  'retina',
  'vbm',
] as const;

/**
 * Whether the `amr` claim of an ID token says that two factors were used. Whatever is not said counts as not done: many providers
 * leave the claim out.
 */
export function saysSecondFactor(methods: unknown): boolean {
  if (!Array.isArray(methods)) return false;
  if (methods.includes('mfa')) return true;
  return methods.includes('pwd') && BESIDE_A_PASSWORD.some((method) => methods.includes(method));
}
