const SHOWN = 9;

/** Enough to know one's own address by, and less than half of a short one: '••••••••field.com'. */
export function maskEmail(email: string): string {
  const characters = [...email];
  const shown = Math.min(SHOWN, Math.floor(characters.length / 2));
  return '•'.repeat(characters.length - shown) + characters.slice(characters.length - shown).join('');
}

/** The end is what one knows an address by, and a narrow field would cut it off. */
export const shortenMask = (masked: string): string => masked.replace(/^•{9,}/, '••••••••');
