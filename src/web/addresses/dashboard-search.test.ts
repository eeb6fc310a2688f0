import { expect, test } from 'vitest';
import { dashboardSearch } from './dashboard-search.ts';

test('INSIGHT-07 the choices of the tab Insights are part of the dashboard’s address', () => {
  const chosen = { figure: 'dpi', endValue: 'agreed', lossBy: 'lost', lossBasis: 'rtr', kind: 'merchant' };
  expect(dashboardSearch({ view: 'insights', ...chosen, other: 'x' })).toMatchObject({
    view: 'insights',
    ...chosen,
  });
  expect(dashboardSearch({ view: 'insights', ...chosen, other: 'x' })).not.toHaveProperty('other');
});
