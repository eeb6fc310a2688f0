import pg from 'pg';
import * as z from 'zod/v4/core';

/** The number of nested causes that are followed. */
const DEPTH = 3;

/** The parts of an error that a log line holds. */
interface LoggedError {
  type: string;
  message?: string | undefined;
  code?: string | undefined;
  stack?: string | undefined;
  [more: string]: unknown;
}

/**
 * Describes an error by what helps to find its origin. The messages of libraries that quote the values they were given are
 * left out, because those values may be personal. In all other messages, quoted text and whatever looks like an address, an
 * account number or a token is masked.
 */
export function describeError(error: unknown, depth = DEPTH): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as Error & { code?: unknown };
  const message = messageOf(error);
  return {
    // The driver names its errors 'error', after the protocol's message.
    type: error instanceof pg.DatabaseError ? 'DatabaseError' : error.name,
    ...(message && { message: withoutPersonalData(message) }),
    ...(code !== undefined && { code: String(code) }),
    ...factsOf(error),
    stack: framesOf(error),
    ...(cause !== undefined && depth > 0 && { cause: describeError(cause, depth - 1) }),
    ...(error instanceof AggregateError &&
      depth > 0 && { errors: error.errors.slice(0, DEPTH).map((one) => describeError(one, depth - 1)) }),
  };
}

/** Returns undefined when the message may quote a value. */
function messageOf(error: Error): string | undefined {
  const quotes =
    // Its message quotes values ("invalid input syntax for type uuid: …"), and so do its detail, hint, context and query.
    error instanceof pg.DatabaseError ||
    // Its message lists unexpected keys, and our own message for a field may quote the field's value.
    error instanceof z.$ZodError ||
    // JSON.parse() and BigInt() quote the text that they could not parse. The code itself was parsed when it was loaded.
    error instanceof SyntaxError ||
    isOfMailServer(error);
  return quotes ? undefined : error.message;
}

/** Fields other than the message that never hold a value. */
function factsOf(error: Error): Record<string, unknown> {
  if (error instanceof pg.DatabaseError) {
    const { severity, schema, table, column, dataType, constraint, routine } = error;
    return { severity, schema, table, column, dataType, constraint, routine };
  }
  if (error instanceof z.$ZodError)
    return { issues: error.issues.map((issue) => ({ code: issue.code, path: issue.path.map(nameInPath) })) };
  if (isOfMailServer(error)) return { command: error.command, responseCode: error.responseCode };
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number; requestId?: string } };
  return $metadata ? { status: $metadata.httpStatusCode, storageRequestId: $metadata.requestId } : {};
}

interface MailServerError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Nodemailer's messages quote the server's answer and the recipient that it refused. A refused connection has neither. */
function isOfMailServer(error: Error): error is MailServerError {
  const { code, responseCode } = error as MailServerError;
  return responseCode !== undefined || code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** Keeps the name of a field or its index in a list. Other keys may be text that somebody typed. */
const nameInPath = (key: PropertyKey): string =>
  /^(\d{1,6}|[a-z_][a-z0-9_]{0,63})$/i.test(String(key)) ? String(key) : '…';

const PERSONAL = [
  // Text in double quotes is a value that was given, in our own messages too ('Not a calendar date: "…"').
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  // E-mail addresses, also inside a longer word.
  [/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '<address>'],
  // Account, routing, phone and card numbers.
  [/(?<![\w-])\+?\d(?:[ -]?\d){8,}(?![\w-])/g, '<number>'],
  // The query string of an address.
  [/\?[^\s"']+=[^\s"']*/g, '?<query>'],
  // Tokens: 32 random bytes are 43 characters in base64url and 64 in hexadecimal.
  [/(?<![\w./-])[\w-]{40,}(?![\w./-])/g, '<token>'],
] as const;

const withoutPersonalData = (message: string): string =>
  PERSONAL.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), message);

/** Returns only the frames, because V8 begins the stack with the message. */
function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}
