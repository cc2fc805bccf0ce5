import { Button, NativeSelect, Textarea } from '@mantine/core';
import { memo, type ReactNode, useCallback, useRef, useState } from 'react';
import { CORE_ANSWERS } from '../../../../../domain/application/core-fields.ts';
import { LIMITS } from '../../../../../domain/limits/limits.ts';
import {
  DATA_TYPES,
  type DashboardField,
  type FormField,
  type ProcessConfig,
} from '../../../../../domain/process/config.ts';
import { definitionsOf, isPersonalField } from '../../../../../domain/process/fields.ts';
import {
  change,
  duplicate,
  insert,
  insertAll,
  move,
  NEW_FIELD,
  newField,
  relabel,
  rename,
  renameOption,
} from '../../../../../domain/process-editing/edits.ts';
import { listAt, type Path, valueAt } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { CardList } from '../../../shared/cards/card-list.tsx';
import { SearchSelect } from '../../../shared/ui/search-select.tsx';
import { CardHead, useHasError } from './card-head.tsx';
import { useConditions } from './condition-editor.tsx';
import { UsedByField } from './condition-list.tsx';
import { AddBetween, MarkdownControl, SwitchControl, TextControl } from './controls.tsx';
import { controlId, newId, pathFromText, pathText, useEditing } from './editing.ts';
import { PasteFields } from './paste-fields.tsx';
import classes from './processes.module.css';

/** Form ids by form, which *Move to…* offers. */
export interface FormPlace {
  readonly id: string;
  readonly name: string;
  readonly path: Path;
  readonly fields: readonly FormField[];
}

type Named = FormField | DashboardField;

export const titleOfField = ({ label, name }: Pick<Named, 'label' | 'name'>): string => label.trim() || name;

/** A name changes while its label is typed, so cards need ids that stay. */
export function useCardIds(fields: readonly Named[]): readonly string[] {
  const known = useRef<{ readonly fields: readonly Named[]; readonly ids: readonly string[]; readonly next: number }>({
    fields: [],
    ids: [],
    next: 0,
  });
  const before = known.current;
  if (before.fields === fields) return before.ids;
  let { next } = before;
  const rest = new Set(before.fields.keys());
  const take = (index: number): string | undefined => {
    if (!rest.delete(index)) return undefined;
    return before.ids[index];
  };
  const found = fields.map((field) => {
    const same = before.fields.indexOf(field);
    return take(same >= 0 ? same : before.fields.findIndex(({ name }) => name === field.name));
  });
  const ids = found.map(
    (id, index) => id ?? (before.fields.length === fields.length ? take(index) : undefined) ?? `card-${next++}`,
  );
  known.current = { fields, ids, next };
  return ids;
}

export const nameAt = (config: unknown, path: Path): string => String(valueAt(config, [...path, 'name']) ?? '');

/** Types a label; the open card follows if its name follows. */
export function useRelabel(path: Path): (label: string) => void {
  const { edit, open, setOpen, savedNames } = useEditing();
  return (label) =>
    edit((config) => {
      const changed = relabel(config, path, label, savedNames);
      const [from, to] = [nameAt(config, path), nameAt(changed.config, path)];
      if (from !== to && open.item === from) setOpen({ ...open, item: to, isNew: false });
      return changed;
    });
}

/** The questions of a form. */
export function FormEditor({
  card,
  path,
  fields,
  forms,
}: {
  /** The open state's name of the card that holds the form. */
  card: string;
  /** Of the form. */
  path: Path;
  fields: readonly FormField[];
  forms: readonly FormPlace[];
}) {
  const { edit, setOpen, goTo, goToMoved, savedNames, canWrite } = useEditing();
  const ids = useCardIds(fields);
  const list: Path = [...path, 'fields'];
  const others = forms.filter((form) => pathText(form.path) !== pathText(path));
  const cards = fields.map((field, index) => ({
    id: ids[index] ?? field.name,
    name: titleOfField(field),
    field,
    askedIn: others.find((form) => form.fields.some(({ name }) => name === field.name))?.name,
  }));
  const indexOf = (id: string) => cards.findIndex((one) => one.id === id);
  /** At the end; the first of them is opened. */
  const append = (added: readonly FormField[]) => {
    let first = 0;
    edit((newest) => {
      first = listAt(newest, list).length;
      return insertAll(newest, list, first, added);
    });
    goTo([...list, first, 'label']);
  };
  const [isPasting, setIsPasting] = useState(false);
  const [search, setSearch] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  /** Each name once: a question may have been asked again already. */
  const listed = new Set(fields.map(({ name }) => name));
  const again = others
    .map((form) => ({
      group: form.name,
      items: form.fields
        .filter(({ name }) => {
          if (listed.has(name) || Object.hasOwn(CORE_ANSWERS, name)) return false;
          listed.add(name);
          return true;
        })
        .map((field) => ({ value: field.name, label: titleOfField(field) })),
    }))
    .filter(({ items }) => items.length > 0);
  const room = LIMITS.fields - fields.length;
  const place = pathText(list);
  const count = fields.length;
  const between = useCallback(
    (index: number) => {
      const add = () =>
        edit((config) => {
          const field = newField(config, 'text', savedNames);
          setOpen({ card, item: field.name, isNew: true });
          return insert(config, pathFromText(place), index, field);
        });
      return <AddBetween index={index} count={count} label="Add a question" onAdd={add} />;
    },
    [edit, setOpen, savedNames, card, place, count],
  );
  const fieldCard = useCallback(
    ({ field, askedIn }: (typeof cards)[number], index: number, moving: ReactNode) => (
      <FieldCard card={card} field={field} askedIn={askedIn} path={[...pathFromText(place), index]} moving={moving} />
    ),
    [card, place],
  );
  const questions = (
    <CardList
      label="Questions"
      cards={cards}
      isDisabled={!canWrite}
      onMove={(id, to) => edit((config) => move(config, [...list, indexOf(id)], list, to))}
      others={others.map((form) => ({
        id: form.id,
        name: form.name,
        cards: form.fields.map((field) => ({ id: field.name, name: titleOfField(field) })),
        refused: cards
          .filter(
            ({ field }) => form.fields.length >= LIMITS.fields || form.fields.some(({ name }) => name === field.name),
          )
          .map(({ id }) => id),
      }))}
      onMoveOut={(id, formId, to, words) => {
        const target = forms.find((form) => form.id === formId);
        if (!target) return;
        const targetList = [...target.path, 'fields'];
        edit((config) => move(config, [...list, indexOf(id)], targetList, to));
        goToMoved([...targetList, to], words);
      }}
      between={canWrite ? between : undefined}
    >
      {fieldCard}
    </CardList>
  );
  if (!canWrite) return questions;
  return (
    <>
      {questions}
      <div className={classes.actions}>
        <button type="button" className={classes.quietButton} disabled={room <= 0} onClick={() => setIsPasting(true)}>
          Paste a list of questions
        </button>
        {again.length > 0 && room > 0 && (
          <SearchSelect
            aria-label="Ask a question again, with the same answer"
            placeholder="Ask again, same answer"
            size="sm"
            // Hundreds of options would be drawn anew at each key in a question.
            data={isAsking ? again : NONE}
            onDropdownOpen={() => setIsAsking(true)}
            onDropdownClose={() => setIsAsking(false)}
            value={null}
            searchValue={search}
            onSearchChange={setSearch}
            onChange={(name) => {
              setSearch('');
              const field = others.flatMap((form) => form.fields).find((one) => one.name === name);
              if (field) append([field]);
            }}
          />
        )}
      </div>
      {isPasting && <PasteFields room={room} taken={savedNames} onAdd={append} onClose={() => setIsPasting(false)} />}
    </>
  );
}

const NONE: readonly never[] = [];

const aboutField = (
  { dataType, required, options }: FormField,
  isPersonal: boolean,
  askedIn: string | undefined,
): string =>
  [
    NEW_FIELD[dataType],
    dataType === 'select' && counted(options?.length ?? 0, 'option', 'options'),
    required ? 'required' : 'optional',
    isPersonal && 'personal',
    askedIn && `same answer as in ${askedIn}`,
  ]
    .filter(Boolean)
    .join(' · ');

function FieldCard({
  card,
  field,
  askedIn,
  path,
  moving,
}: {
  card: string;
  field: FormField;
  /** Another form that asks for the same answer. */
  askedIn: string | undefined;
  path: Path;
  moving: ReactNode;
}) {
  const bodyId = `${controlId(path)}-body`;
  const { config } = useConditions();
  const { open, setOpen } = useEditing();
  const isOpen = open.card === card && open.item === field.name;
  return (
    <>
      <CardHead
        title={titleOfField(field)}
        about={aboutField(field, isPersonalField(field.name, config), askedIn)}
        isOpen={isOpen}
        hasError={useHasError(pathText(path))}
        bodyId={bodyId}
        onToggle={() => setOpen({ card, item: isOpen ? null : field.name, isNew: false })}
        moving={moving}
      />
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && <FieldBody field={field} path={path} />}
      </div>
    </>
  );
}

const FieldBody = memo(function FieldBody({ field, path }: { field: FormField; path: Path }) {
  const { edit, open, setOpen, deleteAt, canWrite, errors, savedNames } = useEditing();
  const type = [...path, 'dataType'];
  const isCore = Object.hasOwn(CORE_ANSWERS, field.name);
  return (
    <>
      <TextControl
        path={path}
        member="label"
        label="Question"
        value={field.label}
        autoFocus={open.isNew}
        onChange={useRelabel(path)}
      />
      <NativeSelect
        id={controlId(type)}
        label="Type of answer"
        value={field.dataType}
        error={errors.get(pathText(type))}
        disabled={!canWrite}
        data={DATA_TYPES.map((value) => ({ value, label: NEW_FIELD[value] }))}
        onChange={({ currentTarget: { value } }) =>
          edit((config) => {
            const changed = change(config, path, 'dataType', value);
            const isEmptySelect = value === 'select' && !field.options?.length;
            return isEmptySelect
              ? { ...changed, config: change(changed.config, path, 'options', ['Option 1']).config }
              : changed;
          })
        }
      />
      {field.dataType === 'select' && <Options field={field} path={path} />}
      <SwitchControl path={path} member="required" label="Required" value={field.required} />
      <MarkdownControl path={path} member="details" label="Help text" value={field.details} isOptional />
      <PersonalControl field={field} path={path} />
      <UsedByField name={field.name} />
      {!isCore && <NameControl field={field} path={path} />}
      {canWrite && (
        <div className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              edit((config) => {
                const copied = duplicate(config, path, newId, savedNames);
                setOpen({ ...open, item: nameAt(copied.config, copied.to), isNew: true });
                return copied;
              })
            }
          >
            Duplicate
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => deleteAt(path)}>
            Delete
          </Button>
        </div>
      )}
    </>
  );
});

/** Reports never group or filter by personal answers. Only choices can be used there, unless they are marked here. */
function PersonalControl({ field, path }: { field: FormField; path: Path }) {
  const { config } = useConditions();
  if (Object.hasOwn(CORE_ANSWERS, field.name)) {
    return <p className={classes.quiet}>{TEXTS.processEditor.personalByKind}</p>;
  }
  if (field.dataType !== 'select') {
    return <p className={classes.quiet}>{TEXTS.processEditor.personalByType}</p>;
  }
  const others = definitionsOf(field.name, config).filter((one) => one !== field);
  const isElsewhere = others.some((one) => one.dataType !== 'select' || one.isPersonal);
  return (
    <>
      <SwitchControl
        path={path}
        member="isPersonal"
        label="Personal"
        help={TEXTS.processEditor.personalHelp}
        value={field.isPersonal}
        isOptional
      />
      {isElsewhere && <p className={classes.quiet}>{TEXTS.processEditor.personalElsewhere}</p>}
    </>
  );
}

/**
 * Editable until it is saved, because answers are stored under it. A name that is in use is never taken over, not even
 * half-way through a longer one: the question would show and change the other's answers.
 */
export function NameControl({ field, path }: { field: Named; path: Path }) {
  const { edit, open, setOpen, savedNames, errors } = useEditing();
  const { config: current } = useConditions();
  const [refused, setRefused] = useState<{ readonly typed: string; readonly instead: string } | null>(null);
  const isRefused = refused?.instead === field.name;
  const isSaved = savedNames.has(field.name) && !errors.has(pathText([...path, 'name']));
  if (isSaved) {
    return (
      <p className={classes.quiet}>
        Short name: <code>{field.name}</code>. {TEXTS.processEditor.nameIsFixed}
      </p>
    );
  }
  return (
    <TextControl
      path={path}
      member="name"
      label="Short name"
      help={TEXTS.processEditor.nameHelp}
      value={isRefused ? refused.typed : field.name}
      problem={isRefused ? TEXTS.processEditor.nameIsTaken : undefined}
      onBlur={() => setRefused(null)}
      onChange={(name) => {
        const isFree = name === field.name || !(savedNames.has(name) || nameIsUsed(current, name));
        setRefused(isFree ? null : { typed: name, instead: field.name });
        if (!isFree) return;
        if (open.item === field.name) setOpen({ ...open, item: name, isNew: false });
        edit((config) => rename(config, path, name));
      }}
    />
  );
}

const nameIsUsed = (config: ProcessConfig, name: string): boolean =>
  definitionsOf(name, config).length > 0 || config.fields.some((column) => column.name === name);

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One option a line: lists can be pasted, and lines reordered. */
function Options({ field, path }: { field: FormField; path: Path }) {
  const { edit, canWrite, errors } = useEditing();
  const options = field.options ?? [];
  const [typed, setTyped] = useState(options.join('\n'));
  // Undo changes the options from outside; a blank line that is being typed is no option yet.
  const text = linesOf(typed).join('\n') === options.join('\n') ? typed : options.join('\n');
  const place = [...path, 'options'];
  const twice = options.filter((option, index) => options.indexOf(option) !== index);
  const show = (value: string) => {
    setTyped(value);
    const next = linesOf(value);
    const differing = [...next.keys()].filter((index) => next[index] !== options[index]);
    const [only] = differing;
    edit((config) =>
      next.length === options.length && differing.length === 1 && only !== undefined
        ? renameOption(config, [...place, only], next[only] ?? '')
        : change(config, path, 'options', next),
    );
  };
  return (
    <Textarea
      id={controlId(place)}
      label="Options"
      description={TEXTS.processEditor.optionsHelp}
      value={text}
      error={errors.get(pathText(place)) ?? (twice.length > 0 ? `Listed twice: ${twice.join(', ')}` : undefined)}
      readOnly={!canWrite}
      rows={Math.min(Math.max(options.length + 1, 3), 12)}
      resize="vertical"
      dir="auto"
      onChange={({ currentTarget: { value } }) => show(value)}
    />
  );
}
