import * as z from 'zod/mini';
import { PAGES, type PageName } from '../pages.ts';
import { outcome, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

/** How code that fails in a browser is noticed: nobody caught an error, nobody waited for a promise, a component did not render. */
export const FAILURE_KINDS = ['error', 'rejection', 'render'] as const;
export const UNKNOWN_PAGE = 'unknown';
export const FAILING_PAGES = [...(Object.keys(PAGES) as PageName[]), UNKNOWN_PAGE] as const;
export const MAX_FRAMES = 8;

/** A place in one of our own files, such as `dashboard-Bx3kq.js:1:20417`. */
export const FRAME = /^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/;
/** The name of an error's class. Its message may quote what somebody typed, so there is no place for it. */
export const ERROR_NAME = /^[A-Za-z]{1,40}$/;
/** The file that the browser started with. Its name has a hash of its content, so it says which build it was. */
export const BUILD = /^[\w.-]{1,80}$/;

export const browserFailuresContract = {
  report: endpoint({
    method: 'POST',
    path: '/api/non-tenant/browser_failures',
    access: 'anyone',
    summary:
      'Tells the operator that a page failed in a browser: which page, in which of our files, in which build. It has no room for a text. What is over a limit of each network is not counted, and gets the same answer.',
    body: wireObject({
      kind: ['kind', z.enum(FAILURE_KINDS)],
      page: ['page', z.enum(FAILING_PAGES)],
      errorName: ['name', z.string().check(z.regex(ERROR_NAME))],
      frames: ['frames', z.array(z.string().check(z.regex(FRAME))).check(z.maxLength(MAX_FRAMES))],
      build: ['build', z.string().check(z.regex(BUILD))],
    }),
    response: outcome,
  }),
};
