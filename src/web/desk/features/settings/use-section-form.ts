import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskSettingsContract } from '../../../../shared/contract/desk-settings.ts';
import type { Input } from '../../../../shared/contract/endpoint.ts';
import type { DeskSettings, SettingName } from '../../../../shared/domain/setting-names.ts';
import { isApiError, messageOf } from '../../../lib/api-error.ts';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';

interface Typed<V> {
  value: V;
  /** What was there when the person began to change it. */
  seen: V;
}

type TypedSettings = { [N in SettingName]?: Typed<DeskSettings[N]> };
type SentBody = Input<typeof deskSettingsContract.changeSettings>['body'];

/** What is typed in one section. It stays there when somebody else changes the same setting, and both values are shown. */
export function useSectionForm(settings: DeskSettings) {
  const [typed, setTyped] = useState<TypedSettings>({});
  const send = useChange();
  const queryClient = useQueryClient();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const names = Object.keys(typed) as SettingName[];
  const changed = names.filter((name) => typed[name]?.value !== settings[name]);
  const conflicts = changed.filter((name) => typed[name]?.seen !== settings[name]);

  const put = <N extends SettingName>(name: N, entry: Typed<DeskSettings[N]> | undefined) =>
    setTyped(({ [name]: _, ...others }) => (entry ? { ...others, [name]: entry } : others) as TypedSettings);

  return {
    isPending,
    failure,
    isChanged: changed.length > 0,
    conflicts,
    valueOf: <N extends SettingName>(name: N): DeskSettings[N] =>
      (typed[name] as Typed<DeskSettings[N]> | undefined)?.value ?? settings[name],
    change: <N extends SettingName>(name: N, value: DeskSettings[N]) => {
      setFailure(null);
      put(name, { value, seen: (typed[name] as Typed<DeskSettings[N]> | undefined)?.seen ?? settings[name] });
    },
    undo: () => {
      setTyped({});
      setFailure(null);
    },
    /** Of a conflict: what somebody else has set, or what was typed here. */
    take: (name: SettingName) => put(name, undefined),
    keep: <N extends SettingName>(name: N) => {
      setFailure(null);
      const entry = typed[name] as Typed<DeskSettings[N]> | undefined;
      if (entry) put(name, { ...entry, seen: settings[name] });
    },
    save: () =>
      run(async () => {
        if (changed.some((name) => Number.isNaN(typed[name]?.value))) {
          setFailure('Please enter a number.');
          return;
        }
        const part = (of: 'value' | 'seen') =>
          Object.fromEntries(changed.map((name) => [name, typed[name]?.[of]])) as SentBody['change'];
        try {
          await send(deskSettingsContract.changeSettings, {
            body: { change: part('value'), seen: part('seen') },
          });
        } catch (error) {
          if (isApiError(error, 'settings_changed_meanwhile'))
            await queryClient.invalidateQueries({ queryKey: ['desk-settings'] });
          throw error;
        }
        setTyped({});
        flash('Saved');
      }),
  };
}

export type SectionForm = ReturnType<typeof useSectionForm>;
