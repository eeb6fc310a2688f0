import pg from 'pg';
import * as z from 'zod/v4/core';

/** How far the causes of an error are followed. */
const DEPTH = 3;

/** What a log line holds of an error. */
interface LoggedError {
  type: string;
  message?: string | undefined;
  code?: string | undefined;
  stack?: string | undefined;
  [more: string]: unknown;
}

/**
 * Of an error, what helps to find its place. Messages are kept, except those of libraries that quote the values they were
 * given: these may be a person's. What is quoted, or looks like an address, an account number or a token, is taken out of every
 * message.
 */
export function describeError(error: unknown, depth = DEPTH): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as Error & { code?: unknown };
  const message = messageOf(error);
  return {
    // The driver names its errors after the protocol's message: 'error'.
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

/** Nothing where the message may quote a value. */
function messageOf(error: Error): string | undefined {
  const quotes =
    // Its message quotes values ("invalid input syntax for type uuid: …"), and so do its detail, hint, context and query.
    error instanceof pg.DatabaseError ||
    // It lists keys that were not expected, and our own words for a field may hold its value.
    error instanceof z.$ZodError ||
    // JSON.parse() and BigInt() quote the text that they could not read. The code itself was read when it was loaded.
    error instanceof SyntaxError ||
    isOfMailServer(error);
  return quotes ? undefined : error.message;
}

/** Fields beside the message that never hold a value. */
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

/** Nodemailer's messages quote what the server answered, and the recipient whom it did not accept. A refused connection has neither. */
function isOfMailServer(error: Error): error is MailServerError {
  const { code, responseCode } = error as MailServerError;
  return responseCode !== undefined || code === 'EENVELOPE' || code === 'EMESSAGE';
}

/** A field's name, or its place in a list. Other keys may be somebody's text. */
const nameInPath = (key: PropertyKey): string =>
  /^(\d{1,6}|[a-z_][a-z0-9_]{0,63})$/i.test(String(key)) ? String(key) : '…';

const PERSONAL = [
  // Whatever a message quotes: in double quotes stands what was given, ours included ('Not a calendar date: "…"').
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  // E-mail addresses, also within a larger word.
  [/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '<address>'],
  // Account, routing, phone and card numbers.
  [/(?<![\w-])\+?\d(?:[ -]?\d){8,}(?![\w-])/g, '<number>'],
  // What follows the question mark of an address.
  [/\?[^\s"']+=[^\s"']*/g, '?<query>'],
  // Tokens: 32 random bytes in base64url are 43 characters, in hexadecimal 64.
  [/(?<![\w./-])[\w-]{40,}(?![\w./-])/g, '<token>'],
] as const;

const withoutPersonalData = (message: string): string =>
  PERSONAL.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), message);

/** The frames alone: V8 begins the stack with the message. */
function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}
