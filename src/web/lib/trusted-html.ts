/**
 * The one place at which a string may become HTML, for our code and for the libraries: the content security policy makes the
 * browser ask here first (Trusted Types). Text without a < can make no element, as the styles that the component library
 * writes. Anything else goes through the sanitizer, or is refused while no page has loaded it. No string becomes script.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

let clean: ((html: string) => string) | null = null;

export function cleanHtmlWith(sanitizer: (html: string) => string): void {
  clean = sanitizer;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? (clean?.(text) ?? null) : text),
});
