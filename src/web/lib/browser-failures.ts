import type { FAILURE_KINDS } from '../../shared/contract/browser-failures.ts';

type FailureKind = (typeof FAILURE_KINDS)[number];

/** Tells the operator of what fails in this page and is caught by nobody. */
export function watchFailures(): void {
  addEventListener('error', ({ error }) => reportFailure('error', error));
  addEventListener('unhandledrejection', ({ reason }) => reportFailure('rejection', reason));
}

/** What it takes is loaded only now: most pages never fail. Where it cannot be loaded, nobody can be told either. */
export function reportFailure(kind: FailureKind, error: unknown): void {
  import('./report-failure.ts').then(
    ({ report }) => report(kind, error),
    () => undefined,
  );
}
