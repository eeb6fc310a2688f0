import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { IconCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { TextButton } from '../../../ui/text-button.tsx';
import { SWITCH_ARROW, SWITCH_LOOK } from './switch-look.tsx';
import classes from './switch-view.module.css';
import type { CompactSyndicate, useCompactSyndicates } from './syndicates.api.ts';
import type { SyndicateChoice, ViewedSyndicate } from './viewed-syndicate.ts';

interface Option extends ComboboxItem {
  abbreviation: string;
  isOwn: boolean;
}

interface SwitchFieldProps {
  choice: SyndicateChoice;
  syndicates: ReturnType<typeof useCompactSyndicates>;
}

export function SwitchField({ choice: { viewed, own, choose }, syndicates }: SwitchFieldProps) {
  const options = useMemo(
    () => optionsOf(syndicates.data ?? [{ ...viewed, abbreviation: '' }], own),
    [syndicates.data, viewed, own],
  );

  return (
    <Select<string>
      label="Switch View"
      data={options}
      value={viewed.id.toString()}
      onChange={(id) => id !== null && choose(BigInt(id))}
      searchable
      allowDeselect={false}
      filter={byNameOrAbbreviation}
      selectFirstOptionOnChange
      // Otherwise the library selects the chosen option shortly after opening, and Enter misses the first match.
      selectFirstOptionOnDropdownOpen
      nothingFoundMessage="No syndicate of this name"
      // Typing replaces the current name.
      onFocus={({ currentTarget }) => currentTarget.select()}
      error={
        syndicates.isError && (
          <>
            The list did not load. <TextButton onClick={() => syndicates.refetch()}>Try again</TextButton>
          </>
        )
      }
      rightSection={SWITCH_ARROW}
      // The list itself scrolls, because the keyboard can reach it; the library's scroll area would be between the list and its
      // options.
      withScrollArea={false}
      renderOption={({ option, checked }) => <OptionText option={option as Option} isChosen={checked} />}
      comboboxProps={{
        portalProps: { target: 'main' },
        position: 'bottom-end',
        width: 320,
        offset: 6,
        // Opened at once, so that typing and pressing Enter immediately finds the list.
        transitionProps: { duration: 0 },
      }}
      classNames={{
        ...SWITCH_LOOK,
        dropdown: classes['dropdown'] ?? '',
        options: classes['options'] ?? '',
        option: classes['option'] ?? '',
        empty: classes['empty'] ?? '',
      }}
    />
  );
}

/** The user's own syndicate comes first, as the way back. */
function optionsOf(
  syndicates: readonly Pick<CompactSyndicate, 'id' | 'name' | 'abbreviation'>[],
  own: ViewedSyndicate,
): Option[] {
  const options = syndicates.map(({ id, name, abbreviation }) => ({
    value: id.toString(),
    label: name,
    abbreviation,
    isOwn: id === own.id,
  }));
  return [...options.filter(({ isOwn }) => isOwn), ...options.filter(({ isOwn }) => !isOwn)];
}

interface OptionTextProps {
  option: Option;
  isChosen: boolean | undefined;
}

function OptionText({ option, isChosen }: OptionTextProps) {
  return (
    <>
      <span className={classes['name']}>{option.label}</span>
      <span className={classes['hint']}>{option.isOwn ? 'Your own' : option.abbreviation}</span>
      <span className={classes['check']}>
        {isChosen && <IconCheck size={15} stroke={2} aria-hidden="true" />}
      </span>
    </>
  );
}

const byNameOrAbbreviation: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  return (options as Option[]).filter(({ label, abbreviation }) =>
    [label, abbreviation].some((text) => text.toLowerCase().includes(typed)),
  );
};
