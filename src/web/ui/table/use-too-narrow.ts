import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has no room for columns, so that rows become cards. A table with many columns may need more than usual. */
export const useTooNarrow = (neededWidth = 640): boolean =>
  useMediaQuery(`(max-width: ${neededWidth - 0.02}px)`, undefined, { getInitialValueInEffect: false });

/** The same for what is printed as a table also from a narrow window. */
export const useTooNarrowOnScreen = (neededWidth: number): boolean =>
  useMediaQuery(`screen and (max-width: ${neededWidth - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  });
