import { expect, test } from 'vitest';
import { mapText, placesOf } from './proxy-map.ts';

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

test('CELL-03 a name that two cells list leads where the cell that the tenant is leaving says, and one of two tenants is refused', () => {
  const host = 'portal.harbor.example';
  const arriving = { host, cell: 1, isArriving: true };
  const at = (cell: number) => ({ host, cell, isArriving: false });
  expect(placesOf([arriving])).toEqual([{ host, cell: 1 }]);
  for (const listed of [
    [at(0), arriving],
    [arriving, at(0)],
  ])
    expect(placesOf(listed)).toEqual([{ host, cell: 0 }]);
  expect(placesOf([at(1), arriving, at(1)])).toEqual([{ host, cell: 1 }]);
  expect(() => placesOf([at(0), at(1)])).toThrow(`Both cell 0 and cell 1 have a tenant at ${host}`);
});
