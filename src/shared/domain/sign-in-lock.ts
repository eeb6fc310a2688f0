/** How many failures are allowed. The next one locks the account. */
export const ALLOWED_FAILURES = 3;
export const LOCK_SECONDS = 600;

/** For example '09:58'. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

export const lockMessage = (seconds: number): string =>
  `Too many login attempts. Please try again after ${formatCountdown(seconds)} sec`;
