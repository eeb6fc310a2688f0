import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/v4/core';
import { encoderOf } from './wire-encoder.ts';

// Written by hand because the usual library documents a codec's decoded side, and OpenAPI must show the wire's side.

export const validatorCompiler: FastifySchemaCompiler<z.$ZodType> =
  ({ schema }) =>
  (data) => {
    if (hasZeroByte(data)) return { error: new Error('Text with a zero byte.') };
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: result.error };
  };

/** PostgreSQL stores no such text, and no person writes it. Refused in every part of every request, before anything is done. */
function hasZeroByte(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => hasZeroByte(name) || hasZeroByte(part));
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
