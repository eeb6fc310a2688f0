import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { type BookVersion, bookVersion } from '../book/book-version.queries.ts';
import { bigintAsText } from '../platform/bigint-as-text.ts';
import type { Tx } from '../platform/db/database.ts';
import { STREAMED } from '../platform/http/streams.ts';
import { readVersion } from '../platform/operations/version.ts';
import type { Caller } from './caller.ts';
import type { RecordUse } from './recorded-use.ts';

/** Ends a handler's work when its caller already has the answer. */
class AlreadyKnown extends Error {}

/**
 * Reads the version of the book that a call asks for. Undefined for an endpoint without versions, where its answer becomes a part of
 * another one, and for a syndicate that does not exist, of which the handler says so.
 */
export async function readAskedVersion(
  tx: Tx,
  endpoint: Endpoint,
  request: FastifyRequest,
  tenantId: string,
): Promise<BookVersion | undefined> {
  if (!endpoint.isVersioned || request.routeOptions.config.endpoint !== endpoint) return undefined;
  const { rows } = await tx.executeQuery(bookVersion({ tenantId, syndicateId: viewedIn(request) }));
  return rows[0];
}

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
}

/**
 * Answers a call of a versioned endpoint with its version in the ETag, and one that brings this version back with 304 alone. The
 * handler begins in either case, so that it refuses what it refuses without a version. It ends where it records the use, which it
 * does after its checks and before it reads: the version was read before, in the same snapshot.
 */
export async function answeringByVersion(
  book: BookVersion | undefined,
  { request, reply, caller }: Asked,
  recordUse: RecordUse,
  answer: (recordUse: RecordUse) => Promise<unknown>,
): Promise<unknown> {
  if (!book) return answer(recordUse);
  const etag = etagOf(caller, request, book);
  const isKnown = isAmong(request.headers['if-none-match'], etag);
  try {
    return await answer(async (subject, details) => {
      await recordUse(subject, details);
      if (isKnown) throw new AlreadyKnown();
      // Set here because a long answer is sent by the handler itself.
      reply.header('etag', etag);
    });
  } catch (error) {
    // A refusal has no version.
    reply.removeHeader('etag');
    if (!(error instanceof AlreadyKnown)) throw error;
    reply.code(304).header('etag', etag).send();
    return STREAMED;
  }
}

/** The syndicate whose book is asked for. */
function viewedIn({ params, query, body }: FastifyRequest): bigint {
  for (const part of [params, query, body]) {
    const { syndicateId } = (part ?? {}) as { syndicateId?: unknown };
    if (typeof syndicateId === 'bigint') return syndicateId;
  }
  throw new Error('A versioned endpoint names the syndicate whose book it reads.');
}

/** Another release may write the same rows differently. */
const RELEASE = readVersion();

/**
 * A hash of everything that the answer depends on: who asks, what for, and the book. It holds random numbers of the database, so
 * nobody can find out by trying what it was made of.
 */
export function etagOf(
  caller: Caller,
  { method, routeOptions, params, query, body }: FastifyRequest,
  book: BookVersion,
) {
  const { permissions, ...who } = caller;
  const all = [RELEASE, who, [...permissions].sort(), method, routeOptions.url, params, query, body, book];
  return `"${hash('sha256', JSON.stringify(all, bigintAsText), 'base64url')}"`;
}

/** A proxy that compresses an answer marks its version as weak. */
const isAmong = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
