import { formatDay } from '../lib/moment.ts';
import { useIsInBrowser } from './use-is-in-browser.ts';

interface LocalDayProps {
  iso: string;
}

/** The day of a moment where it is read. The server does not know where that is, so it only holds the place. */
export const LocalDay = ({ iso }: LocalDayProps) => {
  const isInBrowser = useIsInBrowser();
  return isInBrowser ? formatDay(iso) : <span style={{ visibility: 'hidden' }}>00/00/0000</span>;
};
