import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMemo } from 'react';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './switch-view.module.css';
import { type CompactSyndicate, useCompactSyndicates } from './syndicates.api.ts';
import { type SyndicateChoice, useSyndicateChoice, type ViewedSyndicate } from './viewed-syndicate.ts';

/** For whom may look at every syndicate of the funder; nobody else sees that it exists. */
export function SwitchView() {
  const choice = useSyndicateChoice();
  return choice.canSwitch ? <SwitchField choice={choice} /> : null;
}

interface Option extends ComboboxItem {
  abbreviation: string;
  isOwn: boolean;
}

interface SwitchFieldProps {
  choice: SyndicateChoice;
}

function SwitchField({ choice: { viewed, own, choose } }: SwitchFieldProps) {
  const syndicates = useCompactSyndicates({ enabled: true });
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
      // Else a moment after opening the library looks for the chosen one, and Enter misses the first one found.
      selectFirstOptionOnDropdownOpen
      nothingFoundMessage="No syndicate of this name"
      // What is typed replaces the name that stands there.
      onFocus={({ currentTarget }) => currentTarget.select()}
      error={
        syndicates.isError && (
          <>
            The list did not load. <TextButton onClick={() => syndicates.refetch()}>Try again</TextButton>
          </>
        )
      }
      rightSection={<IconChevronDown size={15} stroke={2} aria-hidden="true" />}
      // The list itself scrolls, which the keyboard reaches; the library's own scroller stands between list and options.
      withScrollArea={false}
      renderOption={({ option, checked }) => <OptionText option={option as Option} isChosen={checked} />}
      comboboxProps={{
        portalProps: { target: 'main' },
        position: 'bottom-end',
        width: 320,
        offset: 6,
        // At once: what is typed and confirmed in one go has to find the list there.
        transitionProps: { duration: 0 },
      }}
      classNames={{
        root: classes['root'] ?? '',
        label: classes['label'] ?? '',
        wrapper: classes['wrapper'] ?? '',
        input: classes['input'] ?? '',
        error: classes['error'] ?? '',
        dropdown: classes['dropdown'] ?? '',
        options: classes['options'] ?? '',
        option: classes['option'] ?? '',
        empty: classes['empty'] ?? '',
      }}
    />
  );
}

/** The own one comes first: it is the way back. */
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
