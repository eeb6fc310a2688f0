const ROOMS = 'app/(page|session|shell)|ui/(dialog|download|figure|message|page|table)|lib';
const CALLS = 'codecs|value-codecs|participations|portfolio|payouts|profile';
const LIBRARIES =
  '@tanstack|@floating-ui|@tabler|big\\.js|@mantine/core/esm/components/(Accordion|Combobox|FocusTrap|Menu|Modal|Popover|Portal|Transition)';

/** What nearly every signed-in page uses: the parts without a feature, the first page's calls, the libraries behind them. */
const OF_MOST_PAGES = new RegExp(
  `/src/web/(${ROOMS})/|/src/web/app/(portal-user|query-client)\\.ts|/src/shared/(domain/|contract/(${CALLS})\\.ts)|/node_modules/(${LIBRARIES})`,
);

export const isSignedInPart = (id: string): boolean => OF_MOST_PAGES.test(id);
