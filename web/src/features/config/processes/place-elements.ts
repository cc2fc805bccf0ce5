import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { controlId } from './editing.ts';

/** The control of a place, or what contains it. */
export function elementAt(path: Path): HTMLElement | undefined {
  const ids = path.map((_, index) => controlId(path.slice(0, index + 1))).toReversed();
  const found = ids.map((id) => document.getElementById(id) ?? document.getElementById(`${id}-body`));
  return found.find((element) => element !== null) ?? undefined;
}

const CONTROLS = 'input, select, textarea, button, [tabindex]';

/** The control of a place, or the first control of what contains it. */
export function focusableAt(path: Path): HTMLElement | null | undefined {
  const element = elementAt(path);
  if (!element || element.matches(CONTROLS)) return element;
  return element.querySelector<HTMLElement>('input, select, textarea') ?? element.querySelector<HTMLElement>('button');
}
