import type { Ids, Row } from '../book.ts';
import type { Contract } from '../merchants/contract.ts';
import type { Random } from '../random.ts';
import type { Company } from './company.ts';
import { drawExistingAdvances } from './existing-advances.ts';
import type { Extent } from './extent.ts';
import { drawBankAccounts, drawMonthlyNet, type StatementFiles, statementsBook } from './statements.ts';

/** The underwriter's data about a merchant's bank accounts and other advances. */
export interface UnderwritingFile {
  readonly bankAccounts: Iterable<Row<'companyBankAccounts'>>;
  readonly statementMonths: Iterable<Row<'statementMonths'>>;
  readonly files: Iterable<Row<'files'>>;
  readonly existingAdvances: readonly Row<'existingAdvances'>[];
  /** Our position: the number of other active advances plus one. */
  readonly positionNumber: number;
}

interface Merchant {
  readonly tenantId: string;
  readonly company: Company;
  readonly contract: Contract;
  readonly extent?: Extent;
}

export function drawUnderwritingFile(
  random: Random,
  ids: Ids,
  { tenantId, company, contract, extent = 'usual' }: Merchant,
  statementFiles: StatementFiles,
): UnderwritingFile {
  const merchant = {
    tenantId,
    company,
    accounts: extent === 'no statements' ? [] : drawBankAccounts(random, ids, extent),
    monthlyNet: drawMonthlyNet(random, company.paper, contract),
    fundedDate: contract.fundedDate,
    extent,
  };
  const { companyBankAccounts, statementMonths, files } = statementsBook(random, merchant, statementFiles);
  const existingAdvances = drawExistingAdvances(random, merchant);
  return {
    bankAccounts: companyBankAccounts,
    statementMonths,
    files,
    existingAdvances,
    positionNumber: existingAdvances.filter(({ status }) => status === 'active').length + 1,
  };
}
