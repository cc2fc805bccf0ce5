import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkConfig } from '../../../domain/process/check-config.ts';
import { checkText, textOfConfig } from '../../../domain/process-editing/json-text.ts';
import { withValue } from '../../../domain/process-editing/tree.ts';

const FOLDER = join(import.meta.dirname, 'processes');

test.each(readdirSync(FOLDER))('%s is what the editor opens, saves, and writes to a file again', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const { config, errors, unknown } = checkText(text);
  expect({ errors, unknown }).toEqual({ errors: [], unknown: [] });
  if (!config) throw new Error('It is no process');
  expect(textOfConfig(config)).toBe(text);
  const saved = checkConfig(config);
  expect(saved.ok && textOfConfig(saved.value)).toBe(text);
  // The editor adds a member where the saved text has it.
  const [step] = config.applicationDetailsSteps;
  const path = ['applicationDetailsSteps', 0, 'subtitle'];
  const edited = withValue(withValue(config, path, undefined), path, step?.subtitle);
  expect(textOfConfig(edited)).toBe(text);
});
