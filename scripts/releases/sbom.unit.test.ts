import { expect, test } from 'vitest';
import { missingFromSbom, type Sbom } from './sbom.ts';

const sbom: Sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: '',
  metadata: { timestamp: '', component: { name: 'portal', version: '1.0.0' } },
  components: [
    { name: 'pg', version: '8.23.1', purl: 'pkg:npm/pg@8.23.1' },
    { name: '@fastify/cookie', version: '11.1.5', purl: 'pkg:npm/%40fastify/cookie@11.1.5' },
  ],
};

test('OPS-52 a release whose list of parts lacks an installed package, or has another version of it, is not made', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/@fastify/cookie': { version: '11.1.5' },
  };
  expect(missingFromSbom(sbom, { packages })).toEqual([]);
  const more = {
    ...packages,
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/@fastify/cookie/node_modules/pg': { version: '7.0.0' },
  };
  expect(missingFromSbom(sbom, { packages: more })).toEqual(['zod@4.6.7', 'pg@7.0.0']);
});
