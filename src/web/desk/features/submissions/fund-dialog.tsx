import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskFundingContract } from '../../../../shared/contract/desk-funding.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { isDealStatus, isEnded } from '../../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatPercent } from '../../../../shared/domain/rate.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { flash } from '../../../ui/message/flash.ts';
import { FactList } from '../../../ui/page/fact-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { ProofField } from '../../ui/proof-field.tsx';
import { whoApproves } from '../../ui/second-person.ts';
import classes from './submission-page.module.css';
import type { Submission } from './submissions.api.ts';

type Funding = Output<typeof deskFundingContract.previewFunding>;

interface FundDialogProps {
  submission: Submission;
  onClose: () => void;
}

/** Funds the deal of an accepted offer, with what the merchant gets and what each investor will see before anything happens. */
export function FundDialog({ submission: { offerId, dealName }, onClose }: FundDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useDeskNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState('');
  const [proofFileId, setProofFileId] = useState<string | undefined>();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const preview = useQuery({
    queryKey: ['desk-submissions', 'funding', offerId.toString()],
    queryFn: () => call(deskFundingContract.previewFunding, { params: { offerId } }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = preview;
  // What was shown may be what was refused.
  const showAgain = (error: unknown): never => {
    void preview.refetch();
    throw error;
  };
  const ask = async ({ fingerprint }: Funding) => {
    const body = { fingerprint, reason: reason.trim(), proofFileId };
    await call(deskFundingContract.askToFund, { params: { offerId }, body }).catch(showAgain);
    flash('Asked. It waits for a second person');
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['desk-approvals'] });
  };
  const fund = (funding: Funding) => {
    if (funding.secondPerson !== null && reason.trim() === '')
      return setFailure('Please say why. Whoever approves it reads it.');
    return run(async () => {
      if (funding.secondPerson !== null) return ask(funding);
      const body = { fingerprint: funding.fingerprint, proofFileId };
      const { dealId } = await call(
        deskFundingContract.fund,
        { params: { offerId }, body },
        { idempotencyKey: key },
      ).catch(showAgain);
      flash('The deal is funded');
      onClose();
      navigate(deskAddress('deal', { params: { dealId } }));
      // The preview would be refused now.
      await queryClient.invalidateQueries({ predicate: ({ queryKey: [, what] }) => what !== 'funding' });
    });
  };
  return (
    <Dialog title="Fund this deal" lead={dealName} isWide onClose={onClose}>
      {preview.isError ? (
        <FormAlert message={messageOf(preview.error)} />
      ) : data ? (
        <Shown funding={data} />
      ) : (
        <Skeleton characters={40} />
      )}
      {data && (
        <div className={fieldClasses['fields']}>
          <ProofField
            dealId={data.dealId}
            chosen={proofFileId}
            onChoose={setProofFileId}
            label="Agreement"
            description="The signed contract, where there is one."
          />
          {data.secondPerson !== null && (
            <TextInput
              {...fieldLook}
              label="Reason"
              description="Whoever approves it reads it."
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          <p className={classes['hint']}>{whoApproves(data)}</p>
        </div>
      )}
      <FormAlert message={failure} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isPending} disabled={!data || preview.isError} onClick={data && (() => fund(data))}>
          {data && data.secondPerson !== null
            ? 'Ask for approval'
            : data
              ? `Fund ${formatMoney(data.amount)}`
              : 'Fund'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Shown({ funding }: { funding: Funding }) {
  const { amount, paybackAmount, payment, frequency, former, netToMerchant, shares, leftOut, takenPercent } =
    funding;
  return (
    <>
      <FactList
        facts={[
          { name: 'Funding amount', value: formatMoney(amount) },
          { name: 'Payback', value: formatMoney(paybackAmount) },
          { name: 'Payment', value: `${formatMoney(payment)} ${frequency.toLowerCase()}` },
          ...(former
            ? [
                {
                  name: `Payoff of ${former.mid}`,
                  value: formatMoney(former.balance),
                  detail: whyPayoff(former),
                },
              ]
            : []),
          { name: 'Net to the merchant', value: formatMoney(netToMerchant) },
          { name: 'Shares of syndicates', value: formatPercent(takenPercent) },
        ]}
      />
      <p className={classes['hint']}>
        {shares.length === 0
          ? 'No syndicate has accepted a share, so the whole deal is your own.'
          : 'Each syndicate will see this share in its portfolio:'}
      </p>
      <FactList
        facts={shares.map((share) => ({
          name: share.syndicateName,
          value: formatMoney(share.investmentCost),
          detail: `${formatPercent(share.sharePercent)}, ${formatMoney(share.participationAmount)} with ${formatMoney(share.commissionAmount)} commission and ${formatMoney(share.upfrontFee)} fee; RTR ${formatMoney(share.anticipatedReturn)}, management fee ${formatPercent(share.managementFeePercent)}`,
        }))}
      />
      {leftOut.length > 0 && (
        <p className={classes['hint']}>
          Left out, because they have accepted another offer of this deal:{' '}
          {leftOut.map((share) => `${share.syndicateName} ${formatPercent(share.sharePercent)}`).join(', ')}.
        </p>
      )}
    </>
  );
}

const whyPayoff = ({ status }: NonNullable<Funding['former']>): string =>
  isDealStatus(status) && isEnded(status)
    ? `A renewal. The older deal has ended (${status}), so nothing is paid off.`
    : 'A renewal';
