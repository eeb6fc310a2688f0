import { brandPalette } from '../../shared/domain/brand-color.ts';

/** A tenant's color in place of the app's tokens (web/app/tokens.css), for the style element that every page has; none is empty. */
export function brandStyle(color: string | null): string {
  if (color === null) return '';
  const { light, dark } = brandPalette(color);
  // Twice :root, because the tokens' own sheet may be added to the page after this. No quotes: the page's placeholders are filled in as text, and a style element reads no entities.
  return `:root:root{${declarations(light)}}@media screen{:root:root[data-mantine-color-scheme=dark]{${declarations(dark)}}}`;
}

const declarations = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
