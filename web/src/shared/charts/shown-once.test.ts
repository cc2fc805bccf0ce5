import { expect, test } from 'vitest';
import { showOnce } from './shown-once.ts';

interface Globals {
  delayedElements: { el: object }[];
}

test('what waits is shown once, and a new drawing begins with nothing', () => {
  const globals: Globals = { delayedElements: [] };
  showOnce(globals);
  const shown: string[] = [];
  const wait = (name: string) => globals.delayedElements.push({ el: { name } });
  const show = () => globals.delayedElements.forEach(({ el }) => void shown.push((el as { name: string }).name));
  wait('labels');
  show();
  wait('shadows');
  show();
  show();
  expect(shown).toEqual(['labels', 'shadows']);
  wait('labels of a drawing that was given up');
  globals.delayedElements = [];
  show();
  expect(shown).toHaveLength(2);
});
