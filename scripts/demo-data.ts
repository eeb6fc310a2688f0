// Fills an empty database with realistic data: node scripts/demo-data.ts --size demo|large|many [--as-of YYYY-MM-DD] [--if-empty] [--short-statements]
// Reads DATABASE_OWNER_URL, PASSWORD_PEPPER, ENCRYPTION_KEY and the S3_ settings of the file storage.
import { parseArgs } from 'node:util';
import { createEncryption } from '../src/server/platform/crypto/encryption.ts';
import { createPasswords } from '../src/server/platform/crypto/password-hashing.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { createFileStorage } from '../src/server/platform/integrations/file-storage.ts';
import { readEncryptionKeys } from '../src/server/platform/settings/env.ts';
import { calendarDate } from '../src/shared/domain/calendar-date.ts';
import { createDataSet } from './demo-data/data-set.ts';
import { DEMO_FUNDERS } from './demo-data/funders/funders.ts';
import { DEMO_PASSWORD } from './demo-data/funders/people.ts';
import { sealsOf } from './demo-data/funders/seals.ts';
import { loadBooks, NotEmptyError } from './demo-data/load/load.ts';
import { makeDemoStatements } from './demo-data/load/make-statements.ts';
import { storeFiles } from './demo-data/load/store-files.ts';
import { addManyTenants } from './demo-data/many/many-tenants.ts';
import { phaseText, reportText } from './demo-data/report.ts';
import { latestWeekday } from './demo-data/time-span.ts';
import type { BankStatement } from './demo-data/underwriting/bank-statement.ts';
import { statementPdf } from './demo-data/underwriting/statement-pdf.ts';

const USAGE =
  'Usage: node scripts/demo-data.ts --size demo|large|many [--as-of YYYY-MM-DD] [--if-empty] [--short-statements]';

const inNewYork = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
const { values } = parseArgs({
  options: {
    size: { type: 'string' },
    'as-of': { type: 'string', default: latestWeekday(calendarDate(inNewYork)) },
    'if-empty': { type: 'boolean', default: false },
    // For tests: the files of the bank statements have no lines of account, which take most of the time.
    'short-statements': { type: 'boolean', default: false },
  },
});
/** The number of deals of the large funder, and of further tenants. */
const SIZES: Readonly<Record<string, { largeFunderDeals: number; tenants: number }>> = {
  demo: { largeFunderDeals: 0, tenants: 0 },
  large: { largeFunderDeals: 100_000, tenants: 0 },
  many: { largeFunderDeals: 0, tenants: 10_000 },
};

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

const statementWithoutLines = (statement: BankStatement) =>
  statementPdf({ ...statement, credits: [], debits: [] });

async function run(): Promise<void> {
  const size = SIZES[values.size ?? ''];
  if (!size) throw new Error(USAGE);
  const { largeFunderDeals, tenants } = size;
  const asOf = calendarDate(values['as-of']);
  const passwords = createPasswords(setting('PASSWORD_PEPPER'));
  const dataSet = await createDataSet({
    asOf,
    largeFunderDeals,
    hashPassword: () => passwords.hash(DEMO_PASSWORD),
    ...sealsOf(createEncryption(readEncryptionKeys())),
    writeStatement: values['short-statements'] ? statementWithoutLines : statementPdf,
  });
  const { books, tenantIds, people, files } = dataSet;
  const storage = createFileStorage({
    endpoint: setting('S3_ENDPOINT'),
    accessKey: setting('S3_ACCESS_KEY'),
    secretKey: setting('S3_SECRET_KEY'),
    bucket: setting('S3_BUCKET'),
  });
  const report = await loadBooks(setting('DATABASE_OWNER_URL'), books, tenantIds, {
    onPhase: (phase, seconds) => console.log(phaseText(phase, seconds)),
    storeFiles: () => storeFiles(storage, files),
    ...(tenants > 0 && {
      addRows: async (client) =>
        addManyTenants(client, { count: tenants, asOf, passwordHash: await passwords.hash(DEMO_PASSWORD) }),
    }),
  });
  await makeStatements();
  console.log(reportText(report, people));
}

/** Of the demo's own funders: the months of a large one take minutes (npm run prove statements). */
async function makeStatements(): Promise<void> {
  const started = performance.now();
  const db = openDatabase(setting('DATABASE_OWNER_URL'));
  try {
    await makeDemoStatements(
      db,
      DEMO_FUNDERS.map(({ tenantId }) => tenantId),
    );
  } finally {
    await db.destroy();
  }
  console.log(phaseText('statements', (performance.now() - started) / 1000));
}

try {
  await run();
} catch (error) {
  if (error instanceof NotEmptyError && values['if-empty']) {
    console.log(error.message);
  } else {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
