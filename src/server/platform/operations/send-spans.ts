import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Only these attributes of a span are exported. URLs, queries, headers, client addresses and error messages stay here. */
const TOLD = [
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'server.address',
  'server.port',
  'db.system.name',
  'db.namespace',
  'db.query.text',
  'error.type',
  'job.name',
];

const OPERATIONS = /^\/(healthz|readyz|metrics)$/;

export function sendSpans(service: string, endpoint: string, ratio: number): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // A client's own trace id is ignored, because anybody could send one.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        requireParentforOutgoingSpans: true,
        ignoreIncomingRequestHook: ({ url = '' }) => OPERATIONS.test(url),
      }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  return provider;
}

const telling = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(withToldOnly), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});

function withToldOnly(span: ReadableSpan): ReadableSpan {
  const told = TOLD.flatMap((name) => {
    const value = span.attributes[name];
    return value === undefined ? [] : [[name, typeof value === 'string' ? withoutLiterals(value) : value]];
  });
  return Object.create(span, {
    attributes: { value: Object.fromEntries(told) },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}

/** A transaction's claims are literals in its SQL and identify people, so they are removed. */
const withoutLiterals = (text: string): string => text.replaceAll(/'[^']*'/g, "'?'");
