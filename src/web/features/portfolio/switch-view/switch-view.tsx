import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { patientChunk } from '../../../lib/code-chunk.ts';
import { SWITCH_ARROW, SWITCH_LOOK } from './switch-look.tsx';
import { useCompactSyndicates } from './syndicates.api.ts';
import { type SyndicateChoice, useSyndicateChoice } from './viewed-syndicate.ts';

const SwitchField = lazyRouteComponent(() => patientChunk(import('./switch-field.tsx')), 'SwitchField');

/** For users who may view every syndicate of the funder; nobody else sees it or loads its code. */
export function SwitchView() {
  const choice = useSyndicateChoice();
  return choice.canSwitch ? <Switch choice={choice} /> : null;
}

function Switch({ choice }: { choice: SyndicateChoice }) {
  const syndicates = useCompactSyndicates({ enabled: true });
  return (
    <Suspense fallback={<SwitchSkeleton name={choice.viewed.name} />}>
      <SwitchField choice={choice} syndicates={syndicates} />
    </Suspense>
  );
}

/** Looks like the field, so that nothing moves when that is loaded. */
const SwitchSkeleton = ({ name }: { name: string }) => (
  <TextInput
    label="Switch View"
    value={name}
    readOnly
    aria-busy="true"
    rightSection={SWITCH_ARROW}
    classNames={SWITCH_LOOK}
  />
);
