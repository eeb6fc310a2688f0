import {
  browserFailuresContract,
  ERROR_NAME,
  type FAILURE_KINDS,
  FRAME,
  MAX_FRAMES,
  UNKNOWN_PAGE,
} from '../../shared/contract/browser-failures.ts';
import { pageAt } from '../../shared/page-at.ts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';

/** A page that fails at every click tells no more than this. */
const MOST = 5;
const told = new Set<string>();

/**
 * Tells the operator where our own code has failed: the page's name, the error's class and the places in our files. Never the
 * message, which may quote what somebody typed, nor the address. Refusals and outages are no failures of the page.
 */
export async function report(kind: (typeof FAILURE_KINDS)[number], error: unknown): Promise<void> {
  if (!(error instanceof Error) || error instanceof ApiError || error.name === 'AbortError') return;
  const frames = framesOf(error);
  const errorName = ERROR_NAME.test(error.name) ? error.name : 'Error';
  const failure = [errorName, ...frames].join(' ');
  if (told.has(failure) || told.size >= MOST) return;
  told.add(failure);
  const page = pageAt(location.pathname) ?? UNKNOWN_PAGE;
  // Nothing is tried again: a failure that cannot be told is lost.
  await send(browserFailuresContract.report, {
    body: { kind, page, errorName, frames, build: startFile() },
  }).catch(() => undefined);
}

/** The places in our own files, the innermost first. Those of extensions and of other sites are left out. */
function framesOf({ stack = '' }: Error): string[] {
  const ours = `${location.origin}/assets/`;
  return stack
    .split('\n')
    .filter((line) => line.includes(ours))
    .map((line) => /([\w.-]+\.js:\d+:\d+)\)?$/.exec(line.trim())?.[1] ?? '')
    .filter((frame) => FRAME.test(frame))
    .slice(0, MAX_FRAMES);
}

function startFile(): string {
  const { src = '' } = document.querySelector<HTMLScriptElement>('script[type="module"][src]') ?? {};
  return /[\w.-]+$/.exec(src)?.[0] ?? UNKNOWN_PAGE;
}
