import type { FormEvent } from 'react';
import { formatMoney } from '../../../shared/domain/money.ts';
import { shareOutlook } from '../../../shared/domain/pre-funding-outlook.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { LazyRichTextEditor } from '../../ui/rich-text/lazy-rich-text-editor.tsx';
import { DealFacts } from './deal-facts.tsx';
import type { Invite, InvitedDeal } from './invites.api.ts';
import { Outlook } from './outlook.tsx';
import classes from './pre-funding-form.module.css';
import { ShareSlider } from './share-slider.tsx';
import { usePreFunding } from './use-pre-funding.ts';

interface PreFundingFormProps {
  invite: Invite;
  deal: InvitedDeal;
  /** The entry of the invite's history that the address names. */
  historyId: bigint | null;
  onSubmitted: () => void;
}

export function PreFundingForm({ invite, deal, historyId, onSubmitted }: PreFundingFormProps) {
  const { percent, most, messageHtml, isPending, failure, choose, write, submit } = usePreFunding(
    invite,
    deal,
    historyId,
    onSubmitted,
  );
  const outlook = shareOutlook({ ...deal, sharePercent: rate(String(percent)) });

  // Where nothing is left there is nothing to decline, and an investor who was too late must not answer by accident.
  const isDeclining = percent === 0 && most > 0;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) submit();
  };

  return (
    <SavingForm className={classes['form']} onSubmit={send} isSaving={isPending}>
      <DealFacts deal={deal} />
      <div className={classes['more']}>
        <Card title="Your participation">
          <HeadlineAmount label="Participation amount">
            <output>{formatMoney(outlook.participationAmount)}</output>
          </HeadlineAmount>
          <ShareSlider percent={percent} most={most} invite={invite} deal={deal} onChange={choose} />
          <p className={classes['declining']} role="status">
            {isDeclining && '0% declines: your syndicate takes no part in this deal.'}
          </p>
          <Outlook deal={deal} outlook={outlook} />
        </Card>
        <Card title="Note">
          <LazyRichTextEditor
            label="Note"
            placeholder="Anything accounting should know"
            html={messageHtml}
            onChange={write}
          />
        </Card>
        <div className={classes['submit']}>
          <FormAlert message={failure} />
          <SubmitButton pendingText="Submitting…" isPending={isPending} isDisabled={most === 0}>
            {isDeclining ? 'Submit and decline' : 'Submit'}
          </SubmitButton>
        </div>
      </div>
    </SavingForm>
  );
}
