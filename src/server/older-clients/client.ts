/** The answer to a call. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body of a JSON answer; undefined for any other. */
  body: unknown;
  size: number;
}

export interface Sent {
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  multipart?: FormData;
  headers?: Record<string, string>;
}

/**
 * A program that was written for the older portal's calls and knows nothing about this portal: plain requests, without the
 * headers that only browsers send.
 */
export function createClient(baseUrl: string) {
  return async function call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : '';
    const response = await fetch(`${baseUrl}${path}${query}`, {
      method,
      redirect: 'manual',
      headers: { ...(sent.json !== undefined && { 'content-type': 'application/json' }), ...sent.headers },
      body:
        sent.json !== undefined
          ? JSON.stringify(sent.json)
          : (sent.multipart ?? (sent.form ? new URLSearchParams(sent.form) : null)),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(bytes.toString()) : undefined,
      size: bytes.length,
    };
  };
}

export type Call = ReturnType<typeof createClient>;

/** Returns the value at a path such as `data.offer.0.id`. */
export function at(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path === '' ? [] : path.split('.'))
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
