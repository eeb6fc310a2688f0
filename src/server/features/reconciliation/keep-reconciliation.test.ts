import { expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { createTenant } from '../../testing/factories.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { keepReconciliation } from './keep-reconciliation.ts';

test('DASH-07 a difference that has whole numbers of the database in it is kept', async () => {
  const database = await createTestDatabase();
  try {
    const tenantId = await createTenant(database.owner);
    const differences = [
      { where: 'syndicate_forecasts', key: { syndicate_id: 8n }, expected: { undated: 100n }, actual: null },
    ];
    const counts = { dealCount: 1, changedDealCount: 0, paymentCount: 1, lineCount: 1, netPay: 1n };
    const result = { ...counts, differences, comparedAt: new Date(), isWhole: true, checkedSince: null };
    await withTenant(database.db, tenantId, (tx) => keepReconciliation(tx, tenantId, result));
    const [row] = await withTenant(database.db, tenantId, (tx) =>
      tx.selectFrom('reconciliations').select('differences').execute(),
    );
    expect(row?.differences).toEqual([
      {
        where: 'syndicate_forecasts',
        key: { syndicate_id: '8' },
        expected: { undated: '100' },
        actual: null,
      },
    ]);
  } finally {
    await database.drop();
  }
});
