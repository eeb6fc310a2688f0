/** What the build writes for the server: it renders a page as it looks at first, from the answers that the page arrives with. */
export interface PageRenderer {
  /** The page's HTML. `answers` is what is sent with the page, as it travels. */
  renderPage(address: string, answers: unknown, nonce: string): Promise<string>;
}

/** The folder of the renderer beside that of the browser's files, and its file. It is not served to anybody. */
export const RENDERER = { folder: 'page-renderer', file: 'page-renderer.mjs' } as const;
