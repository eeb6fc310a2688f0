import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { pageRefusals } from '../../../../shared/contract/page-refusals.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { forget, keep } from '../../../lib/kept-in-browser.ts';
import { type Syndicate, useUserPermissions } from '../../../session/portal-user.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useCompactSyndicates } from './syndicates.api.ts';
import { useAskedSyndicate } from './use-asked-syndicate.ts';
import { type SyndicateChoice, SyndicateChoiceContext, type ViewedSyndicate } from './viewed-syndicate.ts';

interface SyndicateChoiceProviderProps {
  own: Syndicate;
  /** Shown until it is known whose portfolio to show. */
  pending: ReactNode;
  children: ReactNode;
}

/** Determines whose portfolio to show, and leads users who may not see it back to their own. */
export function SyndicateChoiceProvider({ own, pending, children }: SyndicateChoiceProviderProps) {
  const { asked, ask } = useAskedSyndicate();
  const permissions = useUserPermissions();
  const canSwitch = permissions.data?.has('switch-syndicates') ?? false;
  const syndicates = useCompactSyndicates({ enabled: canSwitch });
  const isOwn = asked === null || asked === own.id.toString();
  const other = isOwn ? undefined : syndicates.data?.find(({ id }) => id.toString() === asked);
  const isKnown = permissions.data !== undefined && (!canSwitch || syndicates.data !== undefined);
  const isRefused = !isOwn && isKnown && !other;
  const viewed: ViewedSyndicate | undefined = isOwn || isRefused ? own : other;

  const { refetch: askAgain } = permissions;
  const refuse = useCallback(() => {
    flash(pageRefusals.switch_not_allowed.message, { tone: 'bad', seconds: 4 });
    ask(undefined, { replace: true });
    void askAgain();
  }, [ask, askAgain]);

  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused, refuse]);
  useWhenRefused(refuse);
  useKeeping(viewed, own);

  const choice = useMemo<SyndicateChoice | null>(
    () =>
      viewed
        ? {
            viewed: { id: viewed.id, name: viewed.name },
            own,
            canSwitch,
            choose: (id) => ask(id === own.id ? undefined : id.toString()),
          }
        : null,
    [viewed, own, canSwitch, ask],
  );

  const failed = [permissions, syndicates].find((query) => query.isError);
  if (!choice && failed) {
    return (
      <ErrorState
        title="This portfolio did not load"
        error={failed.error}
        onRetry={() => failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  // Waits, so that the header is rendered once, with or without the switch.
  if (!choice || permissions.isPending) return pending;
  return <SyndicateChoiceContext value={choice}>{children}</SyndicateChoiceContext>;
}

/** The permission may be withdrawn while the page is open, and any call may be the first one refused. */
function useWhenRefused(refuse: () => void): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (isApiError(event.action.error, 'switch_not_allowed')) refuse();
      }),
    [queryClient, refuse],
  );
}

/** Stores the choice for the next visit. */
function useKeeping(viewed: ViewedSyndicate | undefined, own: ViewedSyndicate): void {
  useEffect(() => {
    if (!viewed) return;
    if (viewed.id === own.id) forget('switchedSyndicateId');
    else keep('switchedSyndicateId', viewed.id.toString());
  }, [viewed, own]);
}
