import { Button } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { Card } from '../../ui/page/card.tsx';
import { LazyRichTextEditor } from '../../ui/rich-text/lazy-rich-text-editor.tsx';
import type { Offer, OfferLink } from './offer.api.ts';
import { OfferDocuments } from './offer-documents.tsx';
import classes from './offer-form.module.css';
import { OfferTerms } from './offer-terms.tsx';
import { StandBy } from './stand-by.tsx';
import { useAcceptOffer } from './use-accept-offer.ts';
import { useOfferFiles } from './use-offer-files.ts';

interface OfferFormProps {
  link: OfferLink;
  offer: Offer;
  onProcessed: () => void;
  onChanged: (message: string) => void;
  /** Why the form is shown again. */
  notice: string | null;
}

export function OfferForm({ link, offer, onProcessed, onChanged, notice }: OfferFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, least, most, isPending, failure, enter, accept } = useAcceptOffer({
    link,
    offer,
    onProcessed,
    onChanged,
  });
  const files = useOfferFiles(link);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (files.requireCategories()) return void accept(files.settled);
    // After the rows have shown what is missing.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-missing]')?.focus());
  };

  return (
    <form ref={form} className={classes['form']} onSubmit={submit} noValidate aria-busy={isPending}>
      <OfferTerms
        offer={offer}
        percent={draft.commissionPercent}
        least={least}
        most={most}
        onChange={(commissionPercent) => enter({ commissionPercent })}
      />
      <div className={classes['more']}>
        <OfferDocuments link={link} files={files} />
        <Card title="Message">
          <LazyRichTextEditor
            label="Message"
            placeholder="How should the contracts be received: by E-Sign to the merchants or as an email attachment?"
            html={draft.messageHtml}
            onChange={(messageHtml) => enter({ messageHtml })}
          />
        </Card>
      </div>
      <div className={classes['submit']}>
        <FormAlert message={failure ?? notice} />
        <Button type="submit" size="lg" fullWidth disabled={isPending} data-needs-app>
          Accept offer and request contract
        </Button>
      </div>
      {isPending && <StandBy />}
    </form>
  );
}
