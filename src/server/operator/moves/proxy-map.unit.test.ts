import { expect, test } from 'vitest';
import { mapText } from './proxy-map.ts';

const cell = (...upstream: string[]) => ({
  upstream,
  databaseOwnerUrl: 'postgresql://owner:hush@db/portal',
  storage: { endpoint: 'http://s3', accessKey: 'a', secretKey: 'hush', bucket: 'b', uploadBucket: 'u' },
});

test('CELL-03 the map leads each host name to the upstream of its cell, and holds no password', () => {
  const file = {
    map: { file: '/etc/nginx/conf.d/portal-cells.conf', reload: 'true', default: 0 },
    cells: { 0: cell('10.0.0.1:3000', '10.0.0.2:3000'), 1: cell('10.0.1.1:3000') },
  };
  const text = mapText(file, [{ host: 'portal.harbor.example', cell: 1 }]);
  expect(text).toContain(
    'upstream portal_cell_0 {\n  server 10.0.0.1:3000 max_fails=0;\n  server 10.0.0.2:3000',
  );
  expect(text).toContain(
    'map $host $portal_cell {\n  default portal_cell_0;\n  portal.harbor.example portal_cell_1;\n}',
  );
  expect(text).not.toContain('hush');
});
