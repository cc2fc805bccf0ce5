import { createContext, use } from 'react';
import type { Assessment } from '../../../../../api/contract/assessments.ts';
import type { PaymentModel } from '../../../../../api/contract/payment-models.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import type { Edit } from '../../../../../domain/process-editing/edits.ts';
import { listAt, type Path } from '../../../../../domain/process-editing/tree.ts';

/** The card that is open, and the question or column in it. */
export interface Open {
  /** `form`, `columns` or the `_id` of a step. */
  readonly card: string | null;
  /** The name of a question or column. */
  readonly item: string | null;
  /** It has just been added, so its first field takes the focus. */
  readonly isNew: boolean;
}
export const CLOSED: Open = { card: null, item: null, isNew: false };

export interface Editing {
  readonly canWrite: boolean;
  /** Records the edit of the newest config. */
  readonly edit: (make: (config: ProcessConfig) => Edit) => void;
  readonly open: Open;
  readonly setOpen: (open: Open) => void;
  /** Opens the card of a place and focuses its control. */
  readonly goTo: (path: Path) => void;
  /** Asks first if there are answers, conditions or columns that would miss it. */
  readonly deleteAt: (path: Path) => void;
  /** Opens the card that was moved to this place, focuses its move button and announces the words. */
  readonly goToMoved: (path: Path, words: string) => void;
  /** Names of questions and columns in the saved config: answers are stored under them. */
  readonly savedNames: ReadonlySet<string>;
  readonly assessments: readonly Assessment[] | undefined;
  /** Undefined also for people who may not read payment plans. */
  readonly plans: readonly PaymentModel[] | undefined;
  /** By the text of the path. */
  readonly errors: ReadonlyMap<string, string>;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = use(EditingContext);
  if (!editing) throw new Error('This control is outside of the process editor');
  return editing;
}

export const newId = (): string => crypto.randomUUID();

/** As the server names places in its errors: `applicationDetailsSteps[2].title`. */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );

export const pathFromText = (text: string): Path =>
  [...text.matchAll(/([^.[\]]+)/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));

/** The id of the control that edits this place. */
export const controlId = (path: Path): string => `process-${pathText(path)}`;

/** The card and the item to open for a place in the config. */
export function openFor(path: Path, config: ProcessConfig): Open {
  const named = (fields: readonly { readonly name: string }[] | undefined, index: unknown): string | null =>
    typeof index === 'number' ? (fields?.[index]?.name ?? null) : null;
  const [first, index] = path;
  if (first === 'fields') return { card: 'columns', item: named(config.fields, index), isNew: false };
  if (first === 'applicationForm') {
    return { card: 'form', item: named(config.applicationForm.fields, path[2]), isNew: false };
  }
  const step = typeof index === 'number' ? config.applicationDetailsSteps[index] : undefined;
  if (first !== 'applicationDetailsSteps' || !step) return CLOSED;
  const item = path[2] === 'configuration' ? named(step.configuration?.fields, path[4]) : null;
  return { card: step._id, item, isNew: false };
}

/** The place of the open element: the inverse of `openFor`. Null if none is open. */
export function pathOfOpen({ card, item }: Open, config: ProcessConfig): Path | null {
  const step = config.applicationDetailsSteps.findIndex(({ _id }) => _id === card);
  const lists: Readonly<Record<string, Path>> = { columns: ['fields'], form: ['applicationForm', 'fields'] };
  const list = lists[card ?? ''] ?? ['applicationDetailsSteps', step, 'configuration', 'fields'];
  if (step < 0 && !lists[card ?? '']) return null;
  const index = listAt(config, list).findIndex((one) => (one as { name?: string }).name === item);
  if (index >= 0) return [...list, index];
  return card === 'columns' ? list : list.slice(0, card === 'form' ? 1 : 2);
}
