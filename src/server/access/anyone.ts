import { isFromProgram, requireSameOrigin } from '../platform/http/same-origin.ts';
import { type FileToSend, sendFile } from '../platform/http/stored-files.ts';
import { contextOf } from './contexts.ts';
import type { Guard } from './guard.ts';

export const asAnyone: Guard = (_http, endpoint, handle) => async (request, reply) => {
  if (endpoint.access === 'cookie') requireSameOrigin(request);
  else if (endpoint.method !== 'GET') {
    if (isFromProgram(request)) request.cookies = {};
    else requireSameOrigin(request);
  }
  const answer = await handle(contextOf(request, reply));
  return endpoint.downloads === 'stored file' ? sendFile(reply, answer as FileToSend) : answer;
};
