import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DashboardField, ProcessConfig } from '../../../../../domain/process/config.ts';
import { DATA_TYPES } from '../../../../../domain/process/config.ts';
import { formsOf } from '../../../../../domain/process/fields.ts';
import { change, duplicate, insert, move, NEW_FIELD, newColumn } from '../../../../../domain/process-editing/edits.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { CardList } from '../../../shared/cards/card-list.tsx';
import { CardHead, useHasError } from './card-head.tsx';
import { AddBetween, SwitchControl, TextControl } from './controls.tsx';
import { controlId, newId, pathText, useEditing } from './editing.ts';
import { NameControl, nameAt, titleOfField, useCardIds, useRelabel } from './form-editor.tsx';
import classes from './processes.module.css';

const LIST: Path = ['fields'];

/** The columns of the dashboard: answers to questions, and fields that only staff fill in. */
export function ColumnsEditor({ config }: { config: ProcessConfig }) {
  const { edit, open, setOpen, savedNames, canWrite } = useEditing();
  const columns = config.fields;
  const ids = useCardIds(columns);
  const asked = new Map(formsOf(config).flatMap(({ fields }) => fields.map((field) => [field.name, field] as const)));
  const shown = new Set(columns.map(({ name }) => name));
  const left = [...asked.values()].filter(({ name }) => !shown.has(name));
  const cards = columns.map((column, index) => ({ id: ids[index] ?? column.name, name: titleOfField(column), column }));
  const indexOf = (id: string) => cards.findIndex((one) => one.id === id);
  const add = (column: DashboardField, index: number) => {
    setOpen({ card: 'columns', item: column.name, isNew: true });
    edit((newest) => insert(newest, LIST, index, column));
  };
  return (
    <>
      <CardList
        label="Columns"
        cards={cards}
        isDisabled={!canWrite}
        onMove={(id, to) => edit((newest) => move(newest, [...LIST, indexOf(id)], LIST, to))}
        between={
          canWrite
            ? (index) => (
                <AddBetween
                  index={index}
                  count={columns.length}
                  label="Add a field that only staff fill in"
                  onAdd={() => add(newColumn(config, savedNames), index)}
                />
              )
            : undefined
        }
      >
        {({ column }, index, moving) => (
          <ColumnCard
            column={column}
            path={[...LIST, index]}
            isStaffField={!asked.has(column.name)}
            isOpen={open.card === 'columns' && open.item === column.name}
            onToggle={() =>
              setOpen({ card: 'columns', item: open.item === column.name ? null : column.name, isNew: false })
            }
            moving={moving}
          />
        )}
      </CardList>
      {canWrite && left.length > 0 && (
        <NativeSelect
          label="Add a column for a question"
          value=""
          data={[
            { value: '', label: 'Choose a question' },
            ...left.map((field) => ({ value: field.name, label: titleOfField(field) })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const field = asked.get(value);
            if (!field) return;
            const { name, label, dataType } = field;
            add({ name, label, dataType, isAdminOnly: false }, columns.length);
          }}
        />
      )}
    </>
  );
}

function ColumnCard({
  column,
  path,
  isStaffField,
  isOpen,
  onToggle,
  moving,
}: {
  column: DashboardField;
  path: Path;
  isStaffField: boolean;
  isOpen: boolean;
  onToggle: () => void;
  moving: ReactNode;
}) {
  const bodyId = `${controlId(path)}-body`;
  const about = [isStaffField ? 'Staff fill it in' : 'Answer', column.isAdminOnly && 'Owners and Admins only'];
  return (
    <>
      <CardHead
        title={titleOfField(column)}
        about={about.filter(Boolean).join(' · ')}
        isOpen={isOpen}
        hasError={useHasError(pathText(path))}
        bodyId={bodyId}
        onToggle={onToggle}
        moving={moving}
      />
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && <ColumnBody column={column} path={path} isStaffField={isStaffField} />}
      </div>
    </>
  );
}

function ColumnBody({ column, path, isStaffField }: { column: DashboardField; path: Path; isStaffField: boolean }) {
  const { edit, open, setOpen, deleteAt, canWrite, errors, savedNames } = useEditing();
  const type = [...path, 'dataType'];
  const relabelled = useRelabel(path);
  return (
    <>
      <TextControl
        path={path}
        member="label"
        label="Heading"
        value={column.label}
        autoFocus={open.isNew}
        {...(isStaffField ? { onChange: relabelled } : {})}
      />
      {isStaffField && (
        <>
          <NativeSelect
            id={controlId(type)}
            label="Type of answer"
            value={column.dataType}
            error={errors.get(pathText(type))}
            disabled={!canWrite}
            data={DATA_TYPES.filter((value) => value !== 'select').map((value) => ({ value, label: NEW_FIELD[value] }))}
            onChange={({ currentTarget: { value } }) => edit((config) => change(config, path, 'dataType', value))}
          />
          <NameControl field={column} path={path} />
        </>
      )}
      <SwitchControl
        path={path}
        member="isAdminOnly"
        label="Only Owners and Admins see it"
        help={isStaffField ? TEXTS.processEditor.staffFieldIsHidden : TEXTS.processEditor.hiddenIsNotAsked}
        value={column.isAdminOnly}
      />
      {canWrite && (
        <div className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              edit((config) => {
                const copied = duplicate(config, path, newId, savedNames);
                setOpen({ card: 'columns', item: nameAt(copied.config, copied.to), isNew: true });
                return copied;
              })
            }
          >
            {isStaffField ? 'Duplicate the column' : 'Duplicate as a staff field'}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => deleteAt(path)}>
            Remove the column
          </Button>
        </div>
      )}
    </>
  );
}
