/** The HTML files that the build writes and the server sends: the empty page and the prerendered ones. */
export const PAGE_FILES = {
  empty: 'index.html',
  signIn: 'sign-in.html',
  rememberedSignIn: 'sign-in-remembered.html',
  signedIn: 'signed-in.html',
  dashboard: 'dashboard.html',
  desk: 'desk.html',
  // The pages that the server renders for their visitor.
  dashboardView: 'dashboard-view.html',
  fileControlSheetView: 'file-control-sheet-view.html',
  offerView: 'offer-view.html',
  insightsView: 'insights-view.html',
  dealView: 'deal-view.html',
  cashView: 'cash-view.html',
  documentsView: 'documents-view.html',
  boardView: 'board-view.html',
} as const;

export type PageFile = keyof typeof PAGE_FILES;
