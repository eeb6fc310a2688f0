/** The page's first lines, which load the parts, and what the parts are loaded with. They import none. */
const FIRST_LINES =
  /\/src\/web\/(index\.html|main\.ts|app\/painted\/painted-page\.ts)$|preload-helper|rolldown\/runtime/;
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
const MANTINE = /\/node_modules\/(@mantine|@floating-ui|clsx)\/.*\.m?js$|\/src\/web\/app\/theme\.ts$/;

/**
 * Divides what every visit needs into three files, which can run one after the other. Cut up by who else uses a part it would be
 * twenty, and 4 % larger. Its styles are one file.
 */
export function startPart(id: string): string {
  if (FIRST_LINES.test(id)) return 'first';
  if (REACT.test(id)) return 'react';
  return MANTINE.test(id) ? 'mantine' : 'start';
}
