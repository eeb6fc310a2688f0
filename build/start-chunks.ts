/** The entry, which loads the other chunks, and the helpers that it loads them with. It imports none of the others. */
const FIRST_LINES =
  /\/src\/web\/(index\.html|main\.ts|app\/prerendered\/prerendered-page\.ts)$|preload-helper|rolldown\/runtime/;
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
const MANTINE = /\/node_modules\/(@mantine|@floating-ui|clsx)\/.*\.m?js$|\/src\/web\/app\/theme\.ts$/;

/**
 * Names the chunk of a module that every visit needs. There are three besides the entry, which can run one after the other; the bundler's
 * own splitting would make twenty, and 4 % more to download. The styles are one file.
 */
export function startChunk(id: string): string {
  if (FIRST_LINES.test(id)) return 'first';
  if (REACT.test(id)) return 'react';
  return MANTINE.test(id) ? 'mantine' : 'start';
}
