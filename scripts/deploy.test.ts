import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '../src/server/env.ts';
import { everySetting } from '../src/server/settings.ts';
import { settingsTable } from './settings-table.ts';

interface Service {
  ports?: string[];
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
  build?: string;
}

const compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const example = await readFile('deploy/portal.env.example', 'utf8');

/** The example as an operator fills it in. */
const filledIn = (): Record<string, string> =>
  Object.fromEntries(
    example
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line, index) => {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        const secret = Buffer.from(`${index} of many secrets, all different`)
          .toString('base64')
          .padEnd(44, '=');
        return [
          name,
          value === 'change-me' ? secret.slice(0, 43).concat('=') : value.replace('change-me', 'x9'),
        ];
      }),
  );

const interpolate = (text: string, values: Record<string, string>) =>
  text.replaceAll(
    /\$\{(\w+)(?::\?|:-(\w*))?\}/g,
    (_, name: string, fallback = '') => values[name] || fallback,
  );

test('OPS-06 the example of the settings, filled in, is an environment with which api and worker start in production', () => {
  for (const name of ['api', 'worker']) {
    const environment = compose.services[name]?.environment ?? {};
    const settings = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, interpolate(value, filledIn())]),
    );
    expect(readEnv(settings)).toMatchObject({ SHUTDOWN_DRAIN_SECONDS: 5 });
    const known = [...Object.keys(everySetting), 'NODE_ENV'];
    expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
  }
  expect(() => readEnv({ ...filledIn(), NODE_ENV: 'production', PASSWORD_PEPPER: 'change-me' })).toThrow(
    'PASSWORD_PEPPER',
  );
});

test('OPS-06 every variable of compose.yaml is in the example', async () => {
  const used = (await readFile('compose.yaml', 'utf8')).matchAll(/\$\{(\w+)/g);
  const told = Object.keys(filledIn());
  expect([...used].map(([, name = '']) => name).filter((name) => !told.includes(name))).toEqual([]);
});

test('OPS-06 only the proxy is published, everything comes back after a crash, and nothing starts before its database', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect([name, service.ports !== undefined]).toEqual([name, name === 'proxy']);
    expect([name, service.restart]).toEqual([name, name === 'migrate' ? 'no' : 'unless-stopped']);
  }
  for (const name of ['api', 'worker'])
    expect(compose.services[name]?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
});

test('OPS-06 what the image is made of is what .dockerignore lets in', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
  const ignore = (await readFile('.dockerignore', 'utf8')).split('\n');
  const letIn = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  expect(
    copied.filter((file) => !letIn.some((entry) => file === entry || file.startsWith(`${entry}/`))),
  ).toEqual([]);
  expect(ignore).toContain('src/server/testing');
});

test('OPS-06 the settings in docs/operations.md are those that the program reads', async () => {
  expect(await readFile('docs/operations.md', 'utf8')).toContain(settingsTable());
});
