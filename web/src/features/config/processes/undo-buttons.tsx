import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Moved } from '../../../../../domain/process-editing/history.ts';
import classes from './processes.module.css';
import type { useProcessEditor } from './use-process-editor.ts';

/** With Ctrl+Z and Ctrl+Y outside text boxes, where these keys undo typing. `onMoved` shows what changed. */
export function UndoButtons({
  editor: { history, undo, redo },
  onMoved,
}: {
  editor: ReturnType<typeof useProcessEditor>;
  onMoved: (moved: Moved) => void;
}) {
  const show = (moved: Moved | null) => moved && onMoved(moved);
  const steps = useRef({ undo: () => show(undo()), redo: () => show(redo()) });
  steps.current = { undo: () => show(undo()), redo: () => show(redo()) };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input[type=text], input:not([type]), textarea');
      if (!(event.ctrlKey || event.metaKey) || isTyping) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) steps.current.redo();
      else steps.current.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const past = history.past.at(-1);
  const future = history.future.at(-1);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        disabled={!past}
        onClick={() => steps.current.undo()}
      >
        {past ? `Undo: ${past.name}` : 'Undo'}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowForwardUp size={16} aria-hidden />}
        disabled={!future}
        onClick={() => steps.current.redo()}
      >
        {future ? `Redo: ${future.name}` : 'Redo'}
      </Button>
    </div>
  );
}
