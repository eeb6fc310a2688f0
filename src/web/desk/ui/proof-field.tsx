import { NativeSelect } from '@mantine/core';
import { fieldLook } from '../../ui/form/field-look.ts';
import { useMay } from '../desk-user.ts';
import { AddFilesButton, FilesOnTheirWay, useAddedFiles } from './added-files.tsx';
import { useFiles } from './files.api.ts';

interface ProofFieldProps {
  dealId: bigint;
  chosen: string | undefined;
  onChoose: (fileId: string | undefined) => void;
  label?: string;
  description?: string;
}

/** The file that shows why: one of those that staff have added to the deal, here or before. */
export function ProofField({
  dealId,
  chosen,
  onChoose,
  label = 'Proof',
  description = 'Such as the bank’s letter. Whoever approves it sees it.',
}: ProofFieldProps) {
  const files = useFiles(dealId);
  const mayAdd = useMay('change-deals');
  const added = useAddedFiles(dealId);
  const choices = (files.data ?? []).flatMap(({ id, name, state }) =>
    typeof id === 'string' && state === 'clean' ? [{ value: id, label: name }] : [],
  );
  return (
    <div>
      <NativeSelect
        {...fieldLook}
        label={label}
        description={description}
        data={[{ value: '', label: choices.length > 0 ? 'None' : 'No files yet' }, ...choices]}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      />
      {mayAdd && <AddFilesButton add={added.add} />}
      <FilesOnTheirWay files={added.files} remove={added.remove} />
    </div>
  );
}
