import { plainTextOf } from './plain-text.ts';

/** Values from scripts/dev-env, scripts/services and compose.dev.yaml, which are public. */
const PUBLISHED = [
  'development-only',
  'ZGV2ZWxvcG1lbnQgb25seSBhbmQgbm8gc2VjcmV0ISE=',
  'portal-app-dev',
  'portal-owner-dev',
  'portal-dev-secret',
  'portal-upload-dev-secret',
  // From deploy/portal.env.example.
  'change-me',
];

const REACHES_NOBODY = ['MAIL_FROM', 'SUPPORT_EMAIL'];
const SECRETS = ['PASSWORD_PEPPER', 'SIGN_IN_SECRET', 'ENCRYPTION_KEY'];
const LEAST_DIFFERENT_CHARACTERS = 10;
/** With the same identity or in the same bucket, whoever holds an address for an upload could reach the files. */
const APART: Readonly<Record<string, string>> = {
  S3_UPLOAD_BUCKET: 'S3_BUCKET',
  S3_UPLOAD_ACCESS_KEY: 'S3_ACCESS_KEY',
  S3_UPLOAD_SECRET_KEY: 'S3_SECRET_KEY',
};

/** Says what makes a setting too weak for production, without its value; null when nothing is wrong. */
export function weaknessOf(name: string, given: Readonly<Record<string, string | undefined>>): string | null {
  const value = given[name];
  const plainText = plainTextOf(name, given);
  if (value === undefined)
    return (
      plainText ??
      (REACHES_NOBODY.includes(name) ? 'must be set in production, as the default reaches nobody' : null)
    );
  if (PUBLISHED.some((published) => value.includes(published)))
    return "must not be an example's or a development machine's value in production";
  if (name === 'PUBLIC_ORIGIN' && !value.startsWith('https://'))
    return 'must begin with https:// in production';
  if (name === 'LOCAL_SIGN_ON_PROVIDER' && value !== 'off')
    return 'must be off in production, where a provider has a public address';
  const other = APART[name];
  if (other && given[other] === value) return `must differ from ${other} in production`;
  if (!SECRETS.includes(name)) return plainText;
  if (new Set(value).size < LEAST_DIFFERENT_CHARACTERS)
    return 'must be random in production: it repeats too few characters';
  const twin = SECRETS.find((other) => other < name && given[other] === value);
  return twin ? `must differ from ${twin}` : null;
}
