import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Select, type SelectProps } from '@mantine/core';

/** A select that one searches by typing. Enter chooses, and never submits the form around it. */
export const SearchSelect = (props: SelectProps<string>) => (
  <Select
    searchable
    selectFirstOptionOnChange
    nothingFoundMessage="Nothing found"
    comboboxProps={{ shadow: 'md', withinPortal: false }}
    // The dropdown scrolls, not the list: a scrollable list would be a tab stop, and closing it would lose the focus.
    withScrollArea={false}
    styles={{ dropdown: { maxHeight: 300, overflowY: 'auto' } }}
    onKeyDown={(event) => {
      if (event.key === 'Enter') event.preventDefault();
    }}
    {...props}
  />
);
