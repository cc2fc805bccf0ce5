import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './search-list.module.css';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Under the label. */
  readonly detail?: ReactNode;
  /** At the end of the line. */
  readonly end?: ReactNode;
  readonly choose: () => void;
}

export interface ChoiceGroup {
  readonly label: string;
  readonly choices: readonly Choice[];
}

/**
 * A search box with its list: arrows move, Enter chooses, and the focus stays in the box (WAI-ARIA combobox).
 * Enter while `isSearching` chooses the first result of the typed text when it arrives.
 */
export function SearchList({
  label,
  placeholder,
  text,
  onText,
  maxLength,
  icon,
  hasFocus = false,
  groups,
  isSearching = false,
  hasFailed = false,
  status,
  children,
}: {
  label: string;
  placeholder?: string;
  text: string;
  onText: (text: string) => void;
  maxLength: number;
  icon?: ReactNode;
  /** The box takes the focus when it appears. */
  hasFocus?: boolean;
  groups: readonly ChoiceGroup[];
  /** The groups may still show results of an earlier text. */
  isSearching?: boolean;
  /** The search failed, so an Enter that waited for it chooses nothing. */
  hasFailed?: boolean;
  /** For screen readers, such as `5 results`. */
  status: string;
  /** Between box and list: what loads or has failed. */
  children?: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find((choice) => choice.id === movedTo) ?? choices[0];
  const idOf = (choice: Choice) => `${id}-${choice.id}`;
  const isMoved = active?.id === movedTo;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move shows the next option
  useEffect(() => {
    if (isMoved) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    else list.current?.scrollTo({ top: 0 });
  }, [isMoved, movedTo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the search runs the choice
  useEffect(() => {
    if (!isChoosing || isSearching) return;
    setIsChoosing(false);
    if (!hasFailed) active?.choose();
  }, [isChoosing, isSearching]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && isSearching && !isMoved) {
      event.preventDefault();
      setIsChoosing(true);
      return;
    }
    if (!active) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (choices.indexOf(active) + step + choices.length) % choices.length;
      setMovedTo(choices[next]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      active.choose();
    }
  };
  return (
    <>
      <div className={classes.box}>
        {icon}
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened for typing
          autoFocus={hasFocus}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={active !== undefined}
          aria-controls={active && `${id}-list`}
          aria-activedescendant={active && idOf(active)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          maxLength={maxLength}
          value={text}
          onChange={({ currentTarget }) => {
            setMovedTo(null);
            setIsChoosing(false);
            onText(currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {children}
      {active && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={classes.list}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={group.label} role="group" aria-label={group.label}>
              <div className={classes.heading} aria-hidden>
                {group.label}
              </div>
              {group.choices.map((choice) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
                <div
                  key={choice.id}
                  id={idOf(choice)}
                  role="option"
                  aria-selected={choice === active}
                  className={classes.option}
                  onMouseMove={() => setMovedTo(choice.id)}
                  // The box keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={choice.choose}
                >
                  {choice.icon}
                  <span className={classes.words}>
                    <span dir="auto">{choice.label}</span>
                    {choice.detail && <small dir="auto">{choice.detail}</small>}
                  </span>
                  {choice.end}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </>
  );
}
