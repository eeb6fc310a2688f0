import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useState } from 'react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { EXPOSURE_KINDS, type ExposureKind, isLimitPercent } from '../../../shared/domain/exposure.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { messageWhenSignedIn } from '../../lib/api-error.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormActions } from '../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import classes from '../../ui/form/form-fields.module.css';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';
import { KIND_NAMES } from './exposure-words.ts';
import { type Exposure, useSaveLimits } from './insights.api.ts';

interface LimitsDialogProps {
  syndicateId: bigint;
  exposures: readonly Exposure[];
  onClose: () => void;
}

type Problems = Partial<Record<ExposureKind, string>>;

/** The most that the investor wants in one group of each kind. An empty field is no limit. */
export function LimitsDialog({ syndicateId, exposures, onClose }: LimitsDialogProps) {
  const [problems, setProblems] = useState<Problems>({});
  const { failure, isPending, run } = useAction(messageWhenSignedIn);
  const save = useSaveLimits(syndicateId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = readTyped(new FormData(event.currentTarget));
    const found = Object.fromEntries(
      typed
        .filter(({ text }) => !isLimitPercent(text))
        .map(({ kind }) => [kind, pageRefusals.limit_invalid.message]),
    ) as Problems;
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    void run(async () => {
      await save(typed.map(({ kind, text }) => ({ kind, limitPercent: rate(text) })));
      flash('Limits saved');
      onClose();
    });
  };
  return (
    <Dialog
      title="Your limits"
      lead="The most you want in one industry, state and so on, in percent of the net balance. Bars over a limit are marked; nothing else happens. Leave a field empty for no limit."
      onClose={onClose}
    >
      <SavingForm onSubmit={submit} isSaving={isPending}>
        <div className={classes['fields']}>
          <FormAlert message={failure} />
          <div className={classes['row']}>
            {EXPOSURE_KINDS.map((kind) => (
              <TextInput
                key={kind}
                {...fieldLook}
                name={kind}
                label={KIND_NAMES[kind]}
                inputMode="decimal"
                autoComplete="off"
                maxLength={6}
                rightSection="%"
                defaultValue={
                  exposures.find((exposure) => exposure.kind === kind)?.limitPercent?.toString() ?? ''
                }
                error={problems[kind]}
                onChange={() => setProblems(({ [kind]: _, ...others }) => others)}
              />
            ))}
          </div>
        </div>
        <FormActions isPending={isPending} onClose={onClose}>
          Save
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

const readTyped = (data: FormData) =>
  EXPOSURE_KINDS.map((kind) => ({
    kind,
    text: String(data.get(kind) ?? '')
      .replace('%', '')
      .trim(),
  })).filter(({ text }) => text !== '');
