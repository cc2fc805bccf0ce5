import { Textarea } from '@mantine/core';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import classes from './application-panel.module.css';
import { type Asked, askedAt, found, type Person, withMention } from './mentions.ts';

/** A text in which "@" offers people to mention. */
export function MentionBox({
  ref,
  id,
  value,
  people,
  onType,
  onSend,
}: {
  ref: Ref<HTMLTextAreaElement>;
  id: string;
  value: string;
  people: readonly Person[];
  onType: (text: string) => void;
  onSend: () => void;
}) {
  const listId = useId();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = asked ? found(people, asked.words) : [];
  const isOpen = offered.length > 0;
  const optionId = (at: number) => `${listId}-${at}`;
  const look = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    setAsked(askedAt(text, selectionStart));
    setChosen(0);
  };
  const mention = (box: HTMLTextAreaElement, person: Person | undefined) => {
    if (!asked || !person) return;
    const { text, caret } = withMention(box.value, asked, box.selectionStart, person);
    onType(text);
    setAsked(null);
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend();
    if (!isOpen || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') mention(event.currentTarget, offered[chosen]);
    else if (event.key === 'Escape') setAsked(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.mentioning}>
      <Textarea
        ref={ref}
        id={id}
        size="sm"
        autosize
        minRows={2}
        maxRows={8}
        value={value}
        description={TEXTS.panel.mentionHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(chosen) : undefined}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value);
          look(currentTarget);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setAsked(null)}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label="People to mention" className={classes.people}>
          {offered.map((person, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box
            <div
              key={person.id}
              id={optionId(at)}
              role="option"
              aria-selected={at === chosen}
              className={classes.person}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => mention(document.getElementById(id) as HTMLTextAreaElement, person)}
            >
              <bdi>{person.label}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
