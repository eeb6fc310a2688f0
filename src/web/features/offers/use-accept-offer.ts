import { useRef, useState } from 'react';
import { offersContract } from '../../../shared/contract/offers.ts';
import { minCommission } from '../../../shared/domain/offer-terms.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { type ApiErrorCode, adviceFor, isApiError } from '../../lib/api-error.ts';
import { callUnderLink } from '../../lib/under-link.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';
import type { Offer, OfferLink } from './offer.api.ts';
import { forgetDraft, keepDraft, readDraft } from './offer-draft.ts';
import { FilesNotSent, UPLOAD_FAILED } from './offer-file.ts';

interface Accepting {
  link: OfferLink;
  offer: Offer;
  onProcessed: () => void;
  /** The terms have changed and have to be shown again. */
  onChanged: (message: string) => void;
}

/** What the broker has chosen and written, stored on every change, and the acceptance of the offer. */
export function useAcceptOffer({ link, offer, onProcessed, onChanged }: Accepting) {
  const most = Number(offer.commissionPercent.toFixed());
  const least = Number(minCommission(offer.commissionPercent).toFixed());
  const [draft, setDraft] = useState(
    () =>
      within(readDraft(link.offerId), least, most) ?? {
        commissionPercent: most,
        messageHtml: '',
        idempotencyKey: crypto.randomUUID(),
      },
  );
  const { failure, isPending, run } = useAction((error) =>
    error instanceof FilesNotSent ? error.message : adviceFor(error),
  );

  // Two inputs may come before the form is rendered again.
  const latest = useRef(draft);

  const enter = (entered: Partial<typeof draft>) => {
    // Another input is another command, so it gets another key.
    const next = { ...latest.current, ...entered, idempotencyKey: crypto.randomUUID() };
    latest.current = next;
    setDraft(next);
    keepDraft(link.offerId, next);
  };

  const accept = async (fileIds: () => Promise<string[]>) => {
    keepDraft(link.offerId, draft);
    try {
      const body = {
        commissionPercent: rate(String(draft.commissionPercent)),
        dealId: offer.dealId,
        version: offer.version,
        messageHtml: draft.messageHtml,
        fileIds: await fileIds(),
      };
      const params = { offerId: link.offerId };
      await callUnderLink(offersContract.acceptOffer, { params, body }, link.token, {
        headers: { 'idempotency-key': draft.idempotencyKey },
      });
      forgetDraft(link.offerId);
      onProcessed();
    } catch (error) {
      if (isApiError(error, 'link_used')) {
        forgetDraft(link.offerId);
        return onProcessed();
      }
      if (isApiError(error, 'offer_changed')) return onChanged(error.message);
      if (error instanceof FilesNotSent) flash(UPLOAD_FAILED, { tone: 'bad', seconds: 4 });
      else {
        const code = codeOf(error);
        flash(FLASHES[code] ?? 'There was an error', { tone: 'bad', seconds: code in FILE_FLASHES ? 4 : 3 });
      }
      throw error;
    }
  };

  return {
    draft,
    least,
    most,
    isPending,
    failure,
    enter,
    accept: (fileIds: () => Promise<string[]>) => run(() => accept(fileIds)),
  };
}

const FILE_FLASHES: Partial<Record<ApiErrorCode, string>> = {
  file_not_ready: UPLOAD_FAILED,
  file_not_uploaded: UPLOAD_FAILED,
  file_refused: UPLOAD_FAILED,
};
const FLASHES: Partial<Record<ApiErrorCode, string>> = {
  ...FILE_FLASHES,
  message_too_long: 'Error Adding Note',
};

const codeOf = (error: unknown): ApiErrorCode =>
  error instanceof Error && 'code' in error ? (error.code as ApiErrorCode) : 'unexpected';

/** Adjusts a stored draft to the offer, which may have changed since. */
const within = (kept: ReturnType<typeof readDraft>, least: number, most: number) =>
  kept && {
    ...kept,
    commissionPercent:
      kept.commissionPercent >= most ? most : Math.max(least, Math.floor(kept.commissionPercent)),
  };
