import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnv } from '../src/server/platform/settings/env.ts';
import { everySetting } from '../src/server/platform/settings/settings.ts';

interface Container {
  name: string;
  image: string;
  envFrom?: object[];
  securityContext: { readOnlyRootFilesystem?: boolean };
  resources: { limits: { memory: string }; requests: object };
  readinessProbe?: { httpGet?: object };
}

interface Manifest {
  kind: string;
  metadata: { name: string; namespace: string };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    strategy?: object;
    selector?: object;
    minAvailable?: number;
    podSelector?: object;
    policyTypes?: string[];
    template?: {
      metadata: { labels: { app: string } };
      spec: {
        securityContext: object;
        automountServiceAccountToken: boolean;
        enableServiceLinks: boolean;
        terminationGracePeriodSeconds?: number;
        containers: Container[];
      };
    };
  };
}

const folder = 'deploy/kubernetes';
const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
const texts = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')));
const manifests = texts.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS() as Manifest));
const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);
const withPods = manifests.flatMap(({ metadata, spec }) =>
  spec?.template ? [[metadata.name, spec.template] as const] : [],
);

test.each(withPods)('OPS-53 the pod of %s has no rights beyond its work, and limits', (_, { spec }) => {
  expect(spec).toMatchObject({
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  });
  for (const { name, image, securityContext, resources } of spec.containers) {
    expect(securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    // The start of the one writes its configuration.
    expect([name, securityContext.readOnlyRootFilesystem ?? false]).toEqual([name, name !== 'clamav']);
    expect(resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { memory: expect.stringMatching(/^\d+[MG]i$/) },
    });
    expect(image).toMatch(/:\d+\.\d+\.\d+$/);
  }
});

test('OPS-53 every pod may be reached by those who need it alone: what is not allowed is refused', () => {
  expect(find('NetworkPolicy', 'portal-nothing-else')?.spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  });
  for (const [, { metadata }] of withPods)
    expect(find('NetworkPolicy', metadata.labels.app)?.spec?.podSelector).toEqual({
      matchLabels: { app: metadata.labels.app },
    });
});

test('OPS-53 one of two api processes is always there, and those that go have the time to finish', () => {
  const { spec } = find('Deployment', 'portal-api') ?? {};
  expect(spec).toMatchObject({
    replicas: 2,
    strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
  });
  expect(find('PodDisruptionBudget', 'portal-api')?.spec).toMatchObject({ minAvailable: 1 });
  expect(spec?.template?.spec.containers[0]?.readinessProbe).toMatchObject({
    httpGet: { path: '/readyz', scheme: 'HTTPS' },
  });
  const { SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_DEADLINE_SECONDS } = settings();
  expect(spec?.template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    Number(SHUTDOWN_DRAIN_SECONDS) + Number(SHUTDOWN_DEADLINE_SECONDS),
  );
  // The upstreams of deploy/nginx.conf are two names of the same processes.
  for (const name of ['api', 'api-2'])
    expect(find('Service', name)?.spec?.selector).toEqual({ app: 'portal-api' });
});

const settings = () => find('ConfigMap', 'portal-settings')?.data ?? {};

test('OPS-53 with the secrets of the installation the settings are those with which it starts in production, and no secret is in a file', () => {
  const secrets = {
    DATABASE_URL: 'postgresql://portal_app:x9@db.internal/portal?sslmode=verify-full',
    PASSWORD_PEPPER: 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6',
    SIGN_IN_SECRET: 'z1y2x3w4v5u6t7s8r9q0p1o2n3m4l5k6',
    ENCRYPTION_KEY: Buffer.from('thirty-two bytes of a random key').toString('base64'),
    S3_ACCESS_KEY: 'portal',
    S3_SECRET_KEY: 'x9',
    S3_UPLOAD_ACCESS_KEY: 'portal-upload',
    S3_UPLOAD_SECRET_KEY: 'y9',
    SMTP_URL: 'smtps://user:x9@smtp.example.com',
  };
  expect(readEnv({ ...settings(), ...secrets })).toMatchObject({ SHUTDOWN_DRAIN_SECONDS: 10 });
  const known = [...Object.keys(everySetting), 'NODE_ENV'];
  expect(Object.keys(settings()).filter((name) => !known.includes(name) || name in secrets)).toEqual([]);
  expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
});

test('OPS-53 the image and the job of the migrations are those of this version', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const images = withPods.flatMap(([, { spec }]) => spec.containers.map(({ image }) => image));
  const ours = images.filter((image) => image.startsWith('registry.example.com/'));
  expect(ours).toEqual(Array.from({ length: 3 }, () => `registry.example.com/portal:${version}`));
  expect(find('Job', `portal-migrate-${version.replaceAll('.', '-')}`)).toBeDefined();
  expect(await readFile('deploy/portal.env.example', 'utf8')).toContain(`\nIMAGE=portal:${version}\n`);
});
