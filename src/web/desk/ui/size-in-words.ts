const KILOBYTE = 1024;

/** '812 B', '14 kB', '3.2 MB'. */
export function sizeInWords(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  if (bytes < KILOBYTE * KILOBYTE) return `${Math.round(bytes / KILOBYTE)} kB`;
  return `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
}
