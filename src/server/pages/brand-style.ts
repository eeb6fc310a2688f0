import { brandPalette } from '../../shared/domain/brand-color.ts';

/**
 * The CSS that replaces the app's color tokens (web/app/tokens.css) with a tenant's color, for the style element of every
 * page. Without a color it is empty.
 */
export function brandStyle(color: string | null): string {
  if (color === null) return '';
  const { light, dark } = brandPalette(color);
  // :root is repeated to raise the specificity, because the tokens' own sheet may come later in the page. There are no quotes,
  // because placeholders are filled in as escaped text, and a style element does not decode entities.
  return `:root:root{${declarations(light)}}@media screen{:root:root[data-mantine-color-scheme=dark]{${declarations(dark)}}}`;
}

const declarations = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
