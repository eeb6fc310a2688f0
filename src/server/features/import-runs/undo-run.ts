import type { JobDeps } from '../../platform/jobs/jobs.ts';

export async function undoRun(_deps: JobDeps, _run: { tenantId: string; runId: bigint }): Promise<void> {}
