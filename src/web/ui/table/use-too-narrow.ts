import { useMediaQuery } from '@mantine/hooks';

const TOO_NARROW_FOR_A_TABLE = '(max-width: 639.98px)';

/** Whether the window has no room for columns, so that rows become cards. */
export const useTooNarrow = (): boolean =>
  useMediaQuery(TOO_NARROW_FOR_A_TABLE, undefined, { getInitialValueInEffect: false });
