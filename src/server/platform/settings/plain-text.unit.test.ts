import { expect, test } from 'vitest';
import { readDatabaseUrl, readEnv, SettingsError } from './env.ts';

const COMPLETE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://portal_app:hush-4d1@db.internal/portal?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://portal.example.com',
  PASSWORD_PEPPER: 'q8Zr2mV0tXw5yB7nC1dF3gH6jK9lP4sA',
  SIGN_IN_SECRET: 'A4sP9lK6jH3gF1dC7nB5yX0wV2mT8rZq',
  ENCRYPTION_KEY: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
  S3_ENDPOINT: 'https://s3.internal:8333',
  S3_PUBLIC_ENDPOINT: 'https://files.portal.example.com',
  S3_ACCESS_KEY: 'portal',
  S3_SECRET_KEY: 'hush-77c',
  S3_BUCKET: 'portal',
  S3_UPLOAD_ACCESS_KEY: 'portal-upload',
  S3_UPLOAD_SECRET_KEY: 'hush-78d',
  S3_UPLOAD_BUCKET: 'portal-uploads',
  SMTP_URL: 'smtps://portal:hush-9b2@smtp.example.com',
  MAIL_FROM: 'Harbor Capital <no-reply@harbor.example>',
  SUPPORT_EMAIL: 'help@harbor.example',
  CLAMD_HOST: '127.0.0.1',
  CLAMD_PORT: '3310',
};

function problemsOf(given: Record<string, string>): string {
  try {
    readEnv({ ...COMPLETE, ...given });
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join('\n');
    throw error;
  }
}

const DATABASE = 'postgresql://portal_app:hush-4d1@';

test.each([
  ['SMTP_URL', 'smtp://smtp.example.com', 'must begin with smtps://'],
  ['SMTP_URL', 'smtp://smtp.example.com?requireTLS=false', 'must begin with smtps://'],
  ['SMTP_URL', 'smtp://smtp.example.com?requireTLS=true&ignoreTLS=true', 'must begin with smtps://'],
  ['SMTP_URL', 'smtps://smtp.example.com?tls.rejectUnauthorized=false', 'must check the certificate'],
  ['S3_ENDPOINT', 'http://s3.internal:8333', 'must begin with https://'],
  ['S3_PUBLIC_ENDPOINT', 'http://files.portal.example.com', 'must begin with https://'],
  ['DATABASE_URL', `${DATABASE}db.internal/portal`, 'must end with sslmode=verify-full'],
  [
    'DATABASE_URL',
    `${DATABASE}db.internal/portal?sslmode=verify-full&sslmode=disable`,
    'must give each of its',
  ],
  ['DATABASE_URL', `${DATABASE}10.0.0.7/portal?sslmode=disable`, 'must end with sslmode=verify-full'],
  ['DATABASE_URL', `${DATABASE}db.internal/portal?sslmode=no-verify`, 'must end with sslmode=verify-full'],
  ['DATABASE_URL', `${DATABASE}127.0.0.1/portal?host=db.internal`, 'must end with sslmode=verify-full'],
  ['CLAMD_HOST', 'clamav.internal', 'must be this machine'],
  ['HOST', '0.0.0.0', 'must be this machine in production unless TLS_CERT_FILE is set'],
  ['HOST', '10.0.0.7', 'must be this machine in production unless TLS_CERT_FILE is set'],
  ['PLAID_BASE_URL', 'http://plaid.internal', 'must begin with https://'],
  ['RECAPTCHA_VERIFY_URL', 'http://captcha.internal/verify', 'must begin with https://'],
  ['RECAPTCHA_SCRIPT_URL', 'http://captcha.internal/api.js', 'must begin with https://'],
  ['PLAID_SCRIPT_URL', 'http://plaid.internal/link-initialize.js', 'must begin with https://'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.internal:4318', 'must begin with https://'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0', 'must not be 0'],
])('OPS-12 production refuses %s as %s, in words that never repeat it', (name, value, words) => {
  const told = problemsOf({ [name]: value });
  expect(told).toContain(`${name} ${words}`);
  expect(told.split('\n')).toHaveLength(1);
  expect(told).not.toContain('hush');
  expect(problemsOf({ [name]: value, NODE_ENV: 'development' })).toBe('');
});

test.each([
  ['smtp with required TLS', { SMTP_URL: 'smtp://smtp.example.com:587?requireTLS=true' }],
  ['mail on this machine', { SMTP_URL: 'smtp://localhost:25' }],
  ['a database on this machine', { DATABASE_URL: `${DATABASE}127.0.0.1:5432/portal` }],
  ['a database on this machine, by IPv6', { DATABASE_URL: `${DATABASE}[::1]/portal` }],
  ['a socket', { DATABASE_URL: 'postgresql://portal_app@%2Fvar%2Frun%2Fpostgresql/portal' }],
  ['a socket by parameter', { DATABASE_URL: 'postgresql://db/portal?host=/var/run/postgresql' }],
  ['a storage on this machine', { S3_ENDPOINT: 'http://127.0.0.1:8333' }],
  ['the socket of clamd', { CLAMD_HOST: '/run/clamav/clamd.ctl', CLAMD_PORT: '' }],
  ['a listener with TLS', { HOST: '0.0.0.0', TLS_CERT_FILE: '/tls/cert.pem', TLS_KEY_FILE: '/tls/key.pem' }],
  ['a listener on this machine', { HOST: '::1' }],
  ['a listener on the address of a named network', { HOST: '10.0.0.7', PRIVATE_NETWORK_HOSTS: '10.0.0.7' }],
  [
    'the named hosts of a private network',
    {
      PRIVATE_NETWORK_HOSTS: 'postgres, S3,clamav,10.0.0.9',
      DATABASE_URL: `${DATABASE}postgres/portal`,
      S3_ENDPOINT: 'http://s3:8333',
      CLAMD_HOST: 'clamav',
      SMTP_URL: 'smtp://10.0.0.9',
    },
  ],
])('OPS-12 production takes %s', (_, given) => {
  expect(problemsOf(given)).toBe('');
});

test('OPS-12 browsers never upload in plain text, whatever network the server is on', () => {
  const named = { PRIVATE_NETWORK_HOSTS: 's3', S3_ENDPOINT: 'http://s3:8333' };
  expect(problemsOf({ ...named, S3_PUBLIC_ENDPOINT: '' })).toContain(
    'S3_PUBLIC_ENDPOINT must be set in production',
  );
  expect(problemsOf({ ...named, S3_PUBLIC_ENDPOINT: 'http://s3:8333' })).toContain(
    'S3_PUBLIC_ENDPOINT must begin with https://',
  );
});

test('OPS-12 a certificate without its key, or the other way around, is told', () => {
  expect(problemsOf({ TLS_CERT_FILE: '/tls/cert.pem' })).toContain('TLS_KEY_FILE is not set');
  expect(problemsOf({ TLS_KEY_FILE: '/tls/key.pem' })).toContain('TLS_CERT_FILE is not set');
  expect(problemsOf({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: '/tls/key.pem' })).toContain('whole path');
});

test('OPS-12 a command that reads one setting alone refuses it too', () => {
  const plain = { NODE_ENV: 'production', DATABASE_URL: `${DATABASE}db.internal/portal` };
  expect(() => readDatabaseUrl(plain)).toThrow('sslmode=verify-full');
  expect(readDatabaseUrl({ ...plain, PRIVATE_NETWORK_HOSTS: 'db.internal' })).toContain('db.internal');
});
