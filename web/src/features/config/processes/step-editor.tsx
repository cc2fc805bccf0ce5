import { Button, Checkbox, TextInput } from '@mantine/core';
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { ContentBlock, ProcessConfig, Step } from '../../../../../domain/process/config.ts';
import { recognizeEmbed } from '../../../../../domain/process/embed-address.ts';
import {
  change,
  changeHeading,
  duplicate,
  insert,
  move,
  newBlock,
  newStep,
  remove,
} from '../../../../../domain/process-editing/edits.ts';
import { type Path, valueAt } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { kindWords } from '../../../shared/application/assessment-words.ts';
import { planWords } from '../../../shared/application/plan-words.ts';
import { CardList } from '../../../shared/cards/card-list.tsx';
import { CardHead, useHasError } from './card-head.tsx';
import { ConditionEditor, Sentence, useConditions } from './condition-editor.tsx';
import { UsedByFact, UsedByStep } from './condition-list.tsx';
import { AddBetween, AddButton, Group, MarkdownControl, TextControl } from './controls.tsx';
import { controlId, newId, pathText, useEditing } from './editing.ts';
import { FormEditor, type FormPlace } from './form-editor.tsx';
import classes from './processes.module.css';

const STEPS: Path = ['applicationDetailsSteps'];

const titleOfStep = ({ title }: Step): string => title.trim() || 'Untitled step';

const aboutStep = ({ content, configuration, availablePaymentModels, assessmentIds }: Step): string =>
  [
    content?.length && counted(content.length, 'text block', 'text blocks'),
    configuration?.fields.length && counted(configuration.fields.length, 'question', 'questions'),
    assessmentIds?.length && counted(assessmentIds.length, 'assessment', 'assessments'),
    availablePaymentModels?.length && counted(availablePaymentModels.length, 'payment plan', 'payment plans'),
  ]
    .filter(Boolean)
    .join(' · ') || 'Empty';

export const formsIn = (config: ProcessConfig): readonly FormPlace[] => [
  { id: 'form', name: 'Application form', path: ['applicationForm'], fields: config.applicationForm.fields },
  ...config.applicationDetailsSteps.map((step, index) => ({
    id: step._id,
    name: titleOfStep(step),
    path: [...STEPS, index, 'configuration'],
    fields: step.configuration?.fields ?? [],
  })),
];

export function StepsEditor({ config }: { config: ProcessConfig }) {
  const { edit, setOpen, canWrite } = useEditing();
  const steps = config.applicationDetailsSteps;
  const count = steps.length;
  const cards = steps.map((step) => ({ id: step._id, name: titleOfStep(step), step }));
  const indexOf = (id: string) => steps.findIndex(({ _id }) => _id === id);
  const between = useCallback(
    (index: number) => {
      const add = () => {
        const step = newStep(newId);
        setOpen({ card: step._id, item: null, isNew: true });
        edit((newest) => insert(newest, STEPS, index, step));
      };
      return <AddBetween index={index} count={count} label="Add a step" onAdd={add} />;
    },
    [edit, setOpen, count],
  );
  return (
    <CardList
      label="Steps"
      cards={cards}
      isDisabled={!canWrite}
      onMove={(id, to) => edit((newest) => move(newest, [...STEPS, indexOf(id)], STEPS, to))}
      between={canWrite ? between : undefined}
    >
      {stepCard}
    </CardList>
  );
}

const stepCard = ({ step }: { readonly step: Step }, index: number, moving: ReactNode) => (
  <StepCard step={step} index={index} moving={moving} />
);

function StepCard({ step, index, moving }: { step: Step; index: number; moving: ReactNode }) {
  const path: Path = [...STEPS, index];
  const { open, setOpen } = useEditing();
  const isOpen = open.card === step._id;
  const bodyId = `${controlId(path)}-body`;
  return (
    <>
      <CardHead
        title={`${index + 1}. ${titleOfStep(step)}`}
        about={
          <>
            {aboutStep(step)}
            {step.visibilityCondition && ' · '}
            {step.visibilityCondition && <Sentence condition={step.visibilityCondition} purpose="visibility" />}
          </>
        }
        isOpen={isOpen}
        hasError={useHasError(pathText(path))}
        bodyId={bodyId}
        onToggle={() => setOpen({ card: isOpen ? null : step._id, item: null, isNew: false })}
        moving={moving}
      />
      <div id={bodyId} className={classes.body} hidden={!isOpen}>
        {isOpen && <StepBody step={step} path={path} />}
      </div>
    </>
  );
}

function StepBody({ step, path }: { step: Step; path: Path }) {
  const { config } = useConditions();
  const forms = useMemo(() => formsIn(config), [config]);
  const { edit, open, setOpen, deleteAt, canWrite } = useEditing();
  return (
    <>
      <TextControl path={path} member="title" label="Title" value={step.title} autoFocus={open.isNew && !open.item} />
      <TextControl path={path} member="subtitle" label="Subtitle" value={step.subtitle} isOptional />
      <Blocks step={step} path={path} />
      <Group title="Questions">
        <TextControl
          path={[...path, 'configuration']}
          member="title"
          label="Heading of the questions"
          value={step.configuration?.title}
          onChange={(title) => edit((config) => changeHeading(config, path, title))}
        />
        <FormEditor
          card={step._id}
          path={[...path, 'configuration']}
          fields={step.configuration?.fields ?? []}
          forms={forms}
        />
      </Group>
      <Assessments step={step} path={path} />
      <Plans step={step} path={path} />
      <Group title="When applicants see this step">
        <ConditionEditor
          path={[...path, 'visibilityCondition']}
          purpose="visibility"
          condition={step.visibilityCondition}
        />
      </Group>
      <Group title="When this step counts as complete">
        <ConditionEditor
          path={[...path, 'completionCondition']}
          purpose="completion"
          condition={step.completionCondition}
        />
      </Group>
      <UsedByStep path={path} />
      {canWrite && (
        <div className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              edit((config) => {
                const copied = duplicate(config, path, newId);
                setOpen({ card: String(valueAt(copied.config, [...copied.to, '_id'])), item: null, isNew: true });
                return copied;
              })
            }
          >
            Duplicate the step
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => deleteAt(path)}>
            Delete the step
          </Button>
        </div>
      )}
    </>
  );
}

function Blocks({ step, path }: { step: Step; path: Path }) {
  const { edit, goTo, canWrite } = useEditing();
  const blocks = step.content ?? [];
  const list: Path = [...path, 'content'];
  const cards = blocks.map((block, index) => ({ id: block._id ?? `block-${index}`, name: `Text ${index + 1}`, block }));
  const indexOf = (id: string) => cards.findIndex((one) => one.id === id);
  return (
    <Group title="Content">
      <CardList
        label="Content"
        cards={cards}
        isDisabled={!canWrite}
        onMove={(id, to) => edit((config) => move(config, [...list, indexOf(id)], list, to))}
        between={
          canWrite
            ? (index) => (
                <AddBetween
                  index={index}
                  count={blocks.length}
                  label="Add text"
                  onAdd={() => {
                    edit((config) => insert(config, list, index, newBlock(newId)));
                    goTo([...list, index, 'markdown']);
                  }}
                />
              )
            : undefined
        }
      >
        {({ block, name }, index, moving) => (
          <BlockCard block={block} name={name} path={[...list, index]} moving={moving} />
        )}
      </CardList>
    </Group>
  );
}

const BlockCard = memo(function BlockCard({
  block,
  name,
  path,
  moving,
}: {
  block: ContentBlock;
  name: string;
  path: Path;
  moving: ReactNode;
}) {
  const { edit, goTo, deleteAt, canWrite } = useEditing();
  return (
    <div id={`${controlId(path)}-body`} className={classes.block}>
      <div className={classes.blockHead}>
        <strong>{name}</strong>
        {moving}
      </div>
      <MarkdownControl path={path} member="markdown" label="Text" value={block.markdown} />
      <Embeds block={block} path={path} />
      <ConditionEditor path={[...path, 'condition']} purpose="block" condition={block.condition} />
      {canWrite && (
        <div className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              edit((config) => duplicate(config, path, newId));
              goTo([...path.slice(0, -1), Number(path.at(-1)) + 1, 'markdown']);
            }}
          >
            Duplicate the text
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => deleteAt(path)}>
            Delete the text
          </Button>
        </div>
      )}
    </div>
  );
});

/** Calendars, videos and meetings, added by pasting a link or an embed code. */
function Embeds({ block, path }: { block: ContentBlock; path: Path }) {
  const { edit, canWrite, errors } = useEditing();
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const list: Path = [...path, 'integrations'];
  const embeds = block.integrations ?? [];
  const add = (text: string) => {
    if (text.trim() === '') return;
    const found = recognizeEmbed(text);
    if (!found.ok) {
      setProblem(found.message);
      return;
    }
    setPasted('');
    setProblem(null);
    edit((config) => insert(config, list, embeds.length, found.integration));
  };
  return (
    <div className={classes.embed}>
      {embeds.map(({ type, url }, index) => {
        const found = recognizeEmbed(url);
        const place = pathText([...list, index, 'url']);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: embedded pages have no ids
          <div key={index} className={classes.actions} id={controlId([...list, index, 'url'])} tabIndex={-1}>
            <span>
              {found.ok ? found.words : `${type}: ${found.message}`} <span className={classes.quiet}>{url}</span>
              {errors.has(place) && <span className={classes.problem}> {errors.get(place)}</span>}
            </span>
            {canWrite && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Remove ${url}`}
                onClick={() => edit((config) => remove(config, [...list, index]))}
              >
                Remove
              </Button>
            )}
          </div>
        );
      })}
      {canWrite && (
        <>
          <TextInput
            label="Calendly, Vimeo or Zoom"
            description={TEXTS.processEditor.widgetHelp}
            value={pasted}
            error={problem}
            onChange={({ currentTarget: { value } }) => {
              setPasted(value);
              setProblem(null);
            }}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!recognizeEmbed(text).ok) return;
              event.preventDefault();
              add(text);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add(pasted);
            }}
          />
          {pasted.trim() !== '' && <AddButton label="Add it" onClick={() => add(pasted)} />}
        </>
      )}
    </div>
  );
}

function Choices({
  title,
  path,
  member,
  chosen,
  offered,
  empty,
}: {
  title: string;
  path: Path;
  member: 'assessmentIds' | 'availablePaymentModels';
  chosen: readonly string[];
  offered: readonly { readonly id: string; readonly label: string; readonly about: string }[];
  empty: string;
}) {
  const { edit, canWrite } = useEditing();
  const unknown = chosen.filter((id) => !offered.some((one) => one.id === id));
  const all = [...offered, ...unknown.map((id) => ({ id, label: 'Deleted, or from another school', about: '' }))];
  return (
    <Group title={title}>
      {all.length === 0 && <p className={classes.quiet}>{empty}</p>}
      {all.map(({ id, label, about }) => (
        <Checkbox
          key={id}
          label={label}
          description={about}
          checked={chosen.includes(id)}
          disabled={!canWrite}
          onChange={({ currentTarget: { checked } }) =>
            edit((config) => {
              const next = checked ? [...chosen, id] : chosen.filter((one) => one !== id);
              return change(config, path, member, next.length > 0 ? next : undefined);
            })
          }
        />
      ))}
      {chosen.length > 0 && <UsedByFact fact={member === 'assessmentIds' ? 'assessments' : 'plan'} />}
    </Group>
  );
}

function Assessments({ step, path }: { step: Step; path: Path }) {
  const { assessments } = useEditing();
  return (
    <Choices
      title="Assessments"
      path={path}
      member="assessmentIds"
      chosen={step.assessmentIds ?? []}
      offered={(assessments ?? []).map((one) => ({ id: one._id, label: one.name, about: kindWords(one) }))}
      empty={TEXTS.processEditor.noAssessments}
    />
  );
}

function Plans({ step, path }: { step: Step; path: Path }) {
  const { plans } = useEditing();
  if (!plans) return <p className={classes.quiet}>{TEXTS.paymentModels.adminsOnly}</p>;
  return (
    <Choices
      title="Payment plans"
      path={path}
      member="availablePaymentModels"
      chosen={step.availablePaymentModels ?? []}
      offered={plans.map((one) => ({ id: one._id, label: one.name, about: planWords(one) }))}
      empty={TEXTS.processEditor.noPaymentModels}
    />
  );
}
