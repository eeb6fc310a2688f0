import {
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const brand: MantineColorsTuple = [
  '#e3f2ef',
  '#c5e6df',
  '#93d8ca',
  '#3ecfb8',
  '#22b09a',
  '#14907d',
  '#0e7c6c',
  '#0b6b5d',
  '#095549',
  '#0b3b35',
];

const LIGHT_BRAND = 7;
const DARK_BRAND = 3;

// The library picks a filled button's text color for the light scheme only; the tokens have both.
const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.variant !== 'filled') return defaultVariantColorsResolver(input);
  return {
    background: 'var(--brand)',
    hover: 'var(--brand-hover)',
    color: 'var(--on-brand)',
    border: '1px solid transparent',
  };
};

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: LIGHT_BRAND, dark: DARK_BRAND },
  variantColorResolver,
  black: '#14191f',
  fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif',
  headings: { fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif', fontWeight: '600' },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Without the components' own `extend`, so that a page loads only those that it shows.
  components: {
    Button: { defaultProps: { loaderProps: { type: 'oval', size: 18 } } satisfies ButtonProps },
  },
});

const surfaces = {
  '--mantine-color-body': 'var(--background)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-2)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--brand)',
  // A tenant's own color is set in the tokens only.
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-hover)',
  '--mantine-color-brand-light': 'var(--brand-soft)',
  '--mantine-color-brand-light-hover': 'var(--brand-soft)',
  '--mantine-color-brand-light-color': 'var(--brand)',
  '--mantine-color-brand-outline': 'var(--brand)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--field-edge)',
};

/** Makes the library's components use the tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: surfaces,
  dark: surfaces,
});
