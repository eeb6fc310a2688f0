declare const sanitized: unique symbol;

/** HTML that has been through the sanitizer, which alone makes it. */
export type SafeHtml = string & { readonly [sanitized]: true };
