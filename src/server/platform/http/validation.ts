import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/v4/core';
import { breaksLines } from '../../../shared/contract/several-lines.ts';
import { encoderOf } from './wire-encoder.ts';

// Written by hand because the usual library documents a codec's decoded side, and OpenAPI must show the wire's side.

export const validatorCompiler: FastifySchemaCompiler<z.$ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    if (httpPart === 'body' && breaksLines(data))
      return { error: new Error('A text of one line with a line break or another control character.') };
    if (isUnstorable(data)) return { error: new Error('Text with a zero byte or half of a character.') };
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: result.error };
  };

/**
 * PostgreSQL stores no text with a zero byte, and in JSON none with half of a character that takes two places; no person writes either. Refused
 * in every part of every request, before anything is done.
 */
function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => isUnstorable(name) || isUnstorable(part));
}

export const serializerCompiler: FastifySerializerCompiler<z.$ZodType> = ({ schema }) => {
  const encode = encoderOf(schema);
  return (data) => JSON.stringify(encode(data));
};

const parts = ['params', 'querystring', 'body', 'headers'] as const;

/** A route's schemas as JSON Schema of what travels on the wire, for OpenAPI. */
export function toWireJsonSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const toJson = (zodSchema: unknown) =>
    z.toJSONSchema(zodSchema as z.$ZodType, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' });
  const documented: Record<string, unknown> = { ...schema };
  for (const part of parts) if (schema[part]) documented[part] = toJson(schema[part]);
  const { response } = schema;
  if (response) {
    documented['response'] = Object.fromEntries(
      Object.entries(response).map(([status, zodSchema]) => [status, toJson(zodSchema)]),
    );
  }
  return documented;
}
