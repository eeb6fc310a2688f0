import { IconMapOff } from '@tabler/icons-react';
import { capitalized } from '../../../shared/domain/capitalized.ts';
import { isApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Notice } from '../../ui/message/notice.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

interface PageFailureProps {
  /** What the page is about, such as 'investor'. */
  what: string;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** In place of the page of one thing that did not load. One that is not there is no failure, and trying again would not help. */
export const PageFailure = ({ what, error, onRetry, isRetrying }: PageFailureProps) => (
  <>
    <PageHeader title={capitalized(what)} />
    {isApiError(error, 'not_found') ? (
      <Notice icon={<IconMapOff size={20} stroke={1.75} />} title={`There is no such ${what}`}>
        The link may be old, or it was not copied in full. The search finds what is there.
      </Notice>
    ) : (
      <ErrorState
        title={`This ${what} did not load`}
        error={error}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    )}
  </>
);
