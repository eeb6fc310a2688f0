import { createRequire, syncBuiltinESMExports } from 'node:module';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { Env } from '../settings/env.ts';

export interface Tracing {
  /** Sends the spans that have not been sent yet. */
  stop(): Promise<void>;
}

type Settings = Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Traces requests, their SQL and jobs when a collector is configured. Otherwise the libraries are not even loaded. */
export async function startTracing(service: string, settings: Settings): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  if (!endpoint) return { stop: async () => undefined };
  const { sendSpans } = await import('./send-spans.ts');
  const provider = sendSpans(service, endpoint, ratio);
  // These are CommonJS modules and are patched in place, so earlier imports are traced too and no module hook is needed.
  const require = createRequire(import.meta.url);
  for (const patched of ['http', 'https', 'pg']) require(patched);
  syncBuiltinESMExports();
  return { stop: () => provider.shutdown() };
}

const tracer = trace.getTracer('portal');

/** Runs a job as one span. Without a collector it costs nothing. */
export const asSpan = (job: string, work: () => Promise<void>): Promise<void> =>
  tracer.startActiveSpan(`job ${job}`, { attributes: { 'job.name': job } }, async (span) => {
    try {
      await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
