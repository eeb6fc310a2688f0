import { useEffect, useState } from 'react';
import { forget, keep, readKept } from '../../lib/kept-in-browser.ts';
import { useRecordedVisit, useSince } from './since.api.ts';
import { SincePlace, SinceStrip } from './since-strip.tsx';

const LONGEST_WAIT_MS = 1000;

interface SinceLastVisitProps {
  syndicateId: bigint;
}

/**
 * What happened since the last visit. It usually comes with the page. Where it has to be asked for, its place is held if it was there
 * the last time, and a late answer is left out, because it would push down what is being read.
 */
export function SinceLastVisit({ syndicateId }: SinceLastVisitProps) {
  const { data, isPending, isError } = useSince(syndicateId);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLate(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  useRecordedVisit(syndicateId, data);
  const isShown = data?.since != null;
  useEffect(() => {
    if (isPending) return;
    if (isShown) keep('showedSince', 'yes');
    else forget('showedSince');
  }, [isPending, isShown]);
  if (isLate || isError) return null;
  if (isPending) return <SinceSkeleton />;
  return data.since && <SinceStrip syndicateId={syndicateId} since={data.since} />;
}

/** Holds the place of the strip where it was there the last time. */
export const SinceSkeleton = () => (readKept('showedSince') === null ? null : <SincePlace />);
