import type { Input } from '../../../shared/contract/endpoint.ts';
import type { ImportKind, operatorImportsContract } from '../../../shared/contract/operator-imports.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { importAlone } from '../../approvals/import-alone.ts';
import { lockMover } from '../../approvals/moved-alone.ts';
import type { Deps } from '../../deps.ts';
import { asksOf } from '../../import/asks.ts';
import { type ControlTotal, FIGURES } from '../../import/control-totals.ts';
import { type FoundProblem, MAX_PROBLEMS } from '../../import/findings.ts';
import { ImportRunningError, importBook, MAX_CONCURRENT_IMPORTS } from '../../import/import-book.ts';
import { hasBankNumbers } from '../../import/kinds/all.ts';
import { TrialInterruptedError } from '../../import/run-trial.ts';
import { Refusal } from '../../platform/errors.ts';
import { withRowsInMemory, withSpooledFile } from '../../platform/http/spooled-file.ts';

/** Kinds that need another scope in addition to `import`. */
const ALSO_NEEDED: { [K in ImportKind]?: Scope } = {
  payments: 'post',
  terms: 'post',
  users: 'users',
  payout_accounts: 'payout-accounts',
};

const TAKES_TWO =
  'These rows take two people. Please import them at the desk, where a second person confirms them. Nothing was imported.';

export function importsHandlers({
  directDb,
  encryption,
  fileStorage,
  virusScanner,
}: Pick<Deps, 'directDb' | 'encryption' | 'fileStorage' | 'virusScanner'>): Handlers<
  typeof operatorImportsContract
> {
  let underWay = 0;
  return {
    async importRows({ operator, tenantId, rows, format, query }) {
      const { kind, isDryRun = false, skipsBad = false } = query;
      // What has a scope of its own needs it wherever it can be done.
      const needed = ALSO_NEEDED[kind];
      if (needed && !operator.scopes.includes(needed)) throw new Refusal('scope_missing');
      if (underWay >= MAX_CONCURRENT_IMPORTS) throw new Refusal('server_busy');
      underWay += 1;
      try {
        const withRows = hasBankNumbers(kind) ? withRowsInMemory : withSpooledFile;
        const report = await withRows(rows, (open) =>
          importBook(directDb, {
            tenantId,
            operator,
            encryption,
            isDryRun,
            skipsBad,
            totals: expectedTotals(query),
            whenAlreadyRunning: 'give up',
            services: { storage: fileStorage, scanner: virusScanner },
            begin: (tx) => lockMover(tx, tenantId, operator),
            allows: async (tx, touched, files) => {
              const counts = files.map((file) => ({ kind: file.kind, ...file.counts }));
              const importing = { tenantId, asked: asksOf({ counts, touched }), what: `import of ${kind}` };
              if (!(await importAlone(tx, importing, operator)))
                throw new Refusal('second_person_needed', { message: TAKES_TWO });
              return true;
            },
            sources: [{ kind, format, name: kind, folder: null, open }],
          }),
        );
        const [file] = report.files;
        if (!file) throw new Error('An import reports on its one source.');
        const { counts, changes } = file;
        const { applied, totals } = report;
        const problems = file.problems.map(toAnswer);
        const warnings = file.warnings.map(toAnswer);
        const suggestedTerms = report.suggestions.flatMap(({ terms }) => terms).slice(0, MAX_PROBLEMS);
        return { kind, isDryRun, applied, counts, problems, warnings, changes, totals, suggestedTerms };
      } catch (error) {
        if (error instanceof TrialInterruptedError) throw new Refusal('server_busy');
        throw error instanceof ImportRunningError ? new Refusal('import_running') : error;
      } finally {
        underWay -= 1;
      }
    },
  };
}

const toAnswer = (problem: FoundProblem) => ({ ...problem, value: problem.value });

function expectedTotals(query: Input<typeof operatorImportsContract.importRows>['query']): ControlTotal[] {
  const figures = {
    funded: query.expectedFunded,
    rtr: query.expectedRtr,
    collected: query.expectedCollected,
  };
  return FIGURES.flatMap((figure) => {
    const expected = figures[figure];
    return expected === undefined ? [] : [{ of: 'book' as const, id: '', figure, expected }];
  });
}
