const SHOWN = 9;

/**
 * Shows enough of an address for its owner to recognize it, and never more than half of a short one:
 * '••••••••field.com'.
 */
export function maskEmail(email: string): string {
  const characters = [...email];
  const shown = Math.min(SHOWN, Math.floor(characters.length / 2));
  return '•'.repeat(characters.length - shown) + characters.slice(characters.length - shown).join('');
}

/**
 * The end stays readable because people recognize an address by it. The bullets are few so that a narrow field does
 * not cut the end off.
 */
export const shortenMask = (masked: string): string => masked.replace(/^•{9,}/, '••••••••');
