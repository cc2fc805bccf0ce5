import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import pills from '../../shared/ui/pills.module.css';

/** A button of the toolbar that opens choices. It keeps its width while `changed` says what was chosen in them. */
export function MenuPill({ name, changed, children }: { name: string; changed: string | null; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const label = changed === null ? name : `${name} (${changed})`;
  const Icon = changed === null ? IconChevronDown : IconCheck;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={pills.pill}
          aria-label={label}
          title={changed === null ? undefined : label}
          data-chosen={changed !== null}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
          <Icon size={14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>{children}</Popover.Dropdown>
    </Popover>
  );
}
