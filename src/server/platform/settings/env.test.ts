import { expect, test } from 'vitest';
import { runProgram } from '../../testing/programs.ts';
import { readEnv, SettingsError } from './env.ts';

const COMPLETE = {
  DATABASE_URL: 'postgresql://portal_app:hush-4d1@db.internal/portal?sslmode=verify-full',
  PUBLIC_ORIGIN: 'https://portal.example.com',
  PASSWORD_PEPPER: 'q8Zr2mV0tXw5yB7nC1dF3gH6jK9lP4sA',
  SIGN_IN_SECRET: 'A4sP9lK6jH3gF1dC7nB5yX0wV2mT8rZq',
  ENCRYPTION_KEY: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
  S3_ENDPOINT: 'https://s3.internal:8333',
  S3_ACCESS_KEY: 'portal',
  S3_SECRET_KEY: 'hush-77c',
  S3_BUCKET: 'portal',
  S3_UPLOAD_BUCKET: 'portal-uploads',
  S3_UPLOAD_ACCESS_KEY: 'portal-upload',
  S3_UPLOAD_SECRET_KEY: 'hush-3e8',
  SMTP_URL: 'smtps://portal:hush-9b2@smtp.example.com',
  MAIL_FROM: 'Harbor Capital <no-reply@harbor.example>',
  SUPPORT_EMAIL: 'help@harbor.example',
  CLAMD_HOST: '127.0.0.1',
  CLAMD_PORT: '3310',
};

function problemsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

const namesOf = (source: Record<string, string>) => problemsOf(source).map((line) => line.split(' ')[0]);

test('OPS-05 a complete environment is read, and what is left out gets its default', () => {
  expect(readEnv({ ...COMPLETE, NODE_ENV: 'production' })).toMatchObject({
    PORT: 3000,
    CLAMD_PORT: 3310,
    SHUTDOWN_DRAIN_SECONDS: 0,
  });
  expect(readEnv({ ...COMPLETE, PLAID_CLIENT_ID: '' }).PLAID_CLIENT_ID).toBeUndefined();
});

test('BANK-01 merchants connect real banks in production, those of the sandbox anywhere else, unless it is said', () => {
  expect(readEnv({ ...COMPLETE, NODE_ENV: 'production' }).PLAID_ENVIRONMENT).toBe('production');
  expect(readEnv(COMPLETE).PLAID_ENVIRONMENT).toBe('sandbox');
  for (const said of ['sandbox', 'production'])
    for (const place of [{}, { NODE_ENV: 'production' }])
      expect(readEnv({ ...COMPLETE, ...place, PLAID_ENVIRONMENT: said }).PLAID_ENVIRONMENT).toBe(said);
});

test('OPS-05 everything that is missing or wrong is told at once, with an example and never a value', () => {
  const wrong = {
    ...COMPLETE,
    DATABASE_URL: 'canary-1',
    PORT: 'canary-2',
    ENCRYPTION_KEY: 'canary-3',
    PASSWORD_PEPPER: 'canary-4',
    SIGN_IN_TENANT_ID: 'canary-5',
    LOG_LEVEL: 'canary-6',
    OTEL_TRACES_SAMPLER_ARG: '7',
    CAPTCHA_PROVIDER: 'recaptcha',
    PLAID_CLIENT_ID: 'canary-8',
    S3_BUCKET: '',
  };
  const problems = problemsOf(wrong);
  expect(problems.map((line) => line.split(' ')[0])).toEqual([
    'DATABASE_URL',
    'PASSWORD_PEPPER',
    'ENCRYPTION_KEY',
    'S3_BUCKET',
    'PORT',
    'SIGN_IN_TENANT_ID',
    'LOG_LEVEL',
    'OTEL_TRACES_SAMPLER_ARG',
    'RECAPTCHA_SITE_KEY',
    'RECAPTCHA_SECRET',
    'PLAID_SECRET',
  ]);
  expect(problems.join()).not.toContain('canary');
  for (const line of problems) expect(line).toContain('Example: ');
  expect(problems.find((line) => line.startsWith('S3_BUCKET'))).toContain('is not set');
  expect(problems.find((line) => line.startsWith('PORT'))).toContain('must be a number');
});

test('OPS-05 what is good enough for development is refused in production', () => {
  const development = {
    ...COMPLETE,
    DATABASE_URL: 'postgresql://portal_app:portal-app-dev@127.0.0.1:25432/portal',
    PUBLIC_ORIGIN: 'http://localhost:3000',
    PASSWORD_PEPPER: 'development-only-pepper-which-is-no-secret',
    SIGN_IN_SECRET: 'x'.repeat(40),
    ENCRYPTION_KEY: 'ZGV2ZWxvcG1lbnQgb25seSBhbmQgbm8gc2VjcmV0ISE=',
    S3_SECRET_KEY: 'portal-dev-secret',
    MAIL_FROM: '',
    SUPPORT_EMAIL: '',
  };
  expect(problemsOf(development)).toEqual([]);
  expect(namesOf({ ...development, NODE_ENV: 'production' }).sort()).toEqual([
    'DATABASE_URL',
    'ENCRYPTION_KEY',
    'MAIL_FROM',
    'PASSWORD_PEPPER',
    'PUBLIC_ORIGIN',
    'S3_SECRET_KEY',
    'SIGN_IN_SECRET',
    'SUPPORT_EMAIL',
  ]);
  const shared = { ...COMPLETE, NODE_ENV: 'production', SIGN_IN_SECRET: COMPLETE.PASSWORD_PEPPER };
  expect(problemsOf(shared).join()).toContain('SIGN_IN_SECRET must differ from PASSWORD_PEPPER');
});

test('DESK-201 production takes no sign-on provider of its own machine', () => {
  const local = { ...COMPLETE, LOCAL_SIGN_ON_PROVIDER: 'on' };
  expect(readEnv(local).LOCAL_SIGN_ON_PROVIDER).toBe('on');
  expect(namesOf({ ...local, NODE_ENV: 'production' })).toEqual(['LOCAL_SIGN_ON_PROVIDER']);
  expect(readEnv({ ...COMPLETE, NODE_ENV: 'production' }).LOCAL_SIGN_ON_PROVIDER).toBe('off');
});

test('UPLOAD-01 production refuses to start without an identity and a bucket for uploads alone', () => {
  const names = ['S3_UPLOAD_BUCKET', 'S3_UPLOAD_ACCESS_KEY', 'S3_UPLOAD_SECRET_KEY'];
  const without = {
    ...COMPLETE,
    NODE_ENV: 'production',
    ...Object.fromEntries(names.map((name) => [name, ''])),
  };
  expect(namesOf(without)).toEqual(names);
  expect(problemsOf(without).join()).toContain('S3_UPLOAD_ACCESS_KEY is not set. Of the identity with which');
  const shared = {
    ...COMPLETE,
    NODE_ENV: 'production',
    S3_UPLOAD_BUCKET: COMPLETE.S3_BUCKET,
    S3_UPLOAD_ACCESS_KEY: COMPLETE.S3_ACCESS_KEY,
    S3_UPLOAD_SECRET_KEY: COMPLETE.S3_SECRET_KEY,
  };
  expect(namesOf(shared)).toEqual(names);
  expect(problemsOf(shared).join()).toContain('S3_UPLOAD_ACCESS_KEY must differ from S3_ACCESS_KEY');
});

test.each([
  { program: ['api.ts'], settings: { SMTP_URL: 'canary-9', S3_BUCKET: '' }, told: ['SMTP_URL', 'S3_BUCKET'] },
  {
    program: ['worker.ts'],
    settings: { SMTP_URL: 'canary-9', S3_BUCKET: '' },
    told: ['SMTP_URL', 'S3_BUCKET'],
  },
  { program: ['cli.ts', 'reconcile'], settings: { DATABASE_URL: 'canary-9' }, told: ['DATABASE_URL'] },
  { program: ['cli.ts', 'migrate'], settings: { DATABASE_OWNER_URL: '' }, told: ['DATABASE_OWNER_URL'] },
])(
  'OPS-05 $program says in plain words what is wrong with its settings, and ends',
  async ({ program, settings, told }) => {
    const { code, written } = await runProgram(program, settings);
    expect(code).toBe(2);
    for (const name of told) expect(written).toContain(`  ${name} `);
    expect(written).not.toMatch(/canary|\n\s+at /);
  },
);

test('OPS-21 an address of several servers is refused with what to use instead, and so is target_session_attrs', () => {
  for (const server of [
    'db1:5432,db2:5432/portal?target_session_attrs=read-write',
    'db1,db2:5432/portal',
    'db1/portal?sslmode=verify-full&target_session_attrs=read-write',
    'db1/portal?host=db1,db2',
  ]) {
    const url = `postgresql://portal_app:hush-4d1@${server}`;
    expect(problemsOf({ ...COMPLETE, DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^DATABASE_URL must name one server, .*HAProxy, PgBouncer/),
    ]);
  }
  // A comma elsewhere is none between servers.
  const fine = 'postgresql://portal_app:hush,4d1@db.internal/portal?application_name=a,b';
  expect(problemsOf({ ...COMPLETE, DATABASE_URL: fine })).toEqual([]);
});
