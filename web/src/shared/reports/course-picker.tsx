import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import type { Batch } from '../../../../api/contract/batches.ts';
import { COURSE_RULE_NAMES, COURSE_RULES, chosenIn, toggledCourse } from '../../../../domain/batch/courses.ts';
import { useAtOnce } from '../browser/use-at-once.ts';

import classes from './reports.module.css';

const HEIGHT = 300;

/** `text` is the courses' part of the address (`domain/batch/courses.ts`). */
export function CoursePicker({
  batches,
  text,
  onChoose,
}: {
  batches: readonly Batch[];
  text: string;
  onChoose: (text: string) => void;
}) {
  const [at, choose] = useAtOnce(text, onChoose);
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
  });
  const chosen = new Set(chosenIn(batches, at).map(({ _id }) => _id));
  const words = search.trim().toLowerCase();
  const found = batches.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <div className={classes.courses}>
      <Combobox
        store={combobox}
        withinPortal={false}
        shadow="md"
        onOptionSubmit={(id) => choose(toggledCourse(at, id))}
      >
        <Combobox.Target>
          <TextInput
            label="Courses"
            className={classes.courseInput}
            placeholder={`${chosen.size} of ${batches.length} selected`}
            value={search}
            rightSection={<IconSelector size={16} aria-hidden />}
            rightSectionPointerEvents="none"
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onClick={() => combobox.openDropdown()}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah={HEIGHT} className={classes.options} aria-multiselectable aria-label="Courses">
            {found.length === 0 && <Combobox.Empty>No course has this name</Combobox.Empty>}
            {found.map(({ _id, name, status }) => (
              <Combobox.Option key={_id} value={_id} active={chosen.has(_id)} className={classes.courseOption}>
                <IconCheck size={16} aria-hidden visibility={chosen.has(_id) ? undefined : 'hidden'} />
                <span dir="auto">{name}</span>
                <small>{status}</small>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <fieldset className={classes.rules} aria-label="Choose courses">
        {COURSE_RULE_NAMES.map((rule) => (
          <button key={rule} type="button" className={classes.pill} onClick={() => choose(rule)}>
            {COURSE_RULES[rule].label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
