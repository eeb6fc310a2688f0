import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { lazyRouteComponent } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { patientChunk } from '../../../lib/code-chunk.ts';
import { whenTouched } from '../../../lib/when-touched.ts';
import { SWITCH_ARROW, SWITCH_LOOK } from './switch-look.tsx';
import { useCompactSyndicates } from './syndicates.api.ts';
import { type SyndicateChoice, useSyndicateChoice } from './viewed-syndicate.ts';

const SwitchField = lazyRouteComponent(() => patientChunk(import('./switch-field.tsx')), 'SwitchField');

/** For users who may view every syndicate of the funder; nobody else sees it. */
export function SwitchView() {
  const choice = useSyndicateChoice();
  return choice.canSwitch ? <Switch choice={choice} /> : null;
}

/** Until somebody uses the page, a field like the list's is in its place. */
function Switch({ choice }: { choice: SyndicateChoice }) {
  const place = useRef<HTMLInputElement>(null);
  const syndicates = useCompactSyndicates({ enabled: true });
  const [loaded, setLoaded] = useState<{ isThere: boolean; typed: string | null } | null>(null);
  const load = useRef(async () => {
    await SwitchField.preload?.();
    const field = place.current;
    if (!field) return;
    const typed = field.value === field.defaultValue ? null : field.value;
    flushSync(() => setLoaded({ isThere: field === document.activeElement, typed }));
  });
  useEffect(() => whenTouched(load.current), []);
  useEffect(() => {
    // It says so.
    if (syndicates.isError) void load.current();
  }, [syndicates.isError]);
  if (loaded) return <SwitchField choice={choice} syndicates={syndicates} {...loaded} />;
  return (
    <TextInput
      ref={place}
      label="Switch View"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      key={choice.viewed.id.toString()}
      defaultValue={choice.viewed.name}
      onFocus={({ currentTarget }) => {
        currentTarget.select();
        void load.current();
      }}
      rightSection={SWITCH_ARROW}
      classNames={SWITCH_LOOK}
    />
  );
}
