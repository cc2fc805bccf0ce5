import { Checkbox } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import text from '../../shared/ui/text-button.module.css';
import type { DashboardColumn } from './data/columns.ts';
import type { Layout } from './data/layout.ts';
import { MenuPill } from './menu-pill.tsx';
import classes from './toolbar.module.css';

/** Which columns all tables show, and the way back to how they were. Pinned columns name the row and cannot be hidden. */
export function ColumnsMenu({
  columns,
  layout,
  onArrange,
  onReset,
}: {
  columns: readonly DashboardColumn[];
  layout: Layout;
  onArrange: (change: (layout: Layout) => Layout) => void;
  onReset: () => void;
}) {
  const hidden = new Set(layout.hidden);
  const toggle = (id: string) =>
    onArrange((all) => ({
      ...all,
      hidden: all.hidden.includes(id) ? all.hidden.filter((one) => one !== id) : [...all.hidden, id],
    }));
  const count = columns.filter(({ id }) => hidden.has(id)).length;
  return (
    <MenuPill name="Columns" changed={count > 0 ? `${count} hidden` : null}>
      <fieldset className={classes.columns} aria-label="Shown columns">
        {columns.map(({ id, title }) => (
          <Checkbox key={id} size="xs" label={title} checked={!hidden.has(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
      <button type="button" className={text.textButton} onClick={onReset}>
        <IconRestore size={16} aria-hidden />
        Reset columns
      </button>
    </MenuPill>
  );
}

/** Those of all processes that can be hidden, each once. */
export function hidable(all: Iterable<readonly DashboardColumn[]>): readonly DashboardColumn[] {
  const byId = new Map([...all].flat().map((column) => [column.id, column]));
  return [...byId.values()].filter(({ isPinned }) => !isPinned);
}
