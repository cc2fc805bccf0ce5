import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkConfig } from '../../../../../domain/process/check-config.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import {
  change,
  duplicate,
  type Edit,
  insert,
  move,
  newBlock,
  newField,
  newStep,
  relabel,
  remove,
} from '../../../../../domain/process-editing/edits.ts';
import { record, redo, seal, textOfHistory, undo } from '../../../../../domain/process-editing/history.ts';
import { listAt, type Path } from '../../../../../domain/process-editing/tree.ts';
import { type Base, draftOf, type Session, sessionFrom, withStored, withTheirs } from './session.ts';

let ids = 0;
const newId = () => {
  ids += 1;
  return `id-${ids}`;
};

const question = (name: string) => ({ name, label: name, dataType: 'text', required: false });
const CHECKED = checkConfig({
  label: 'P',
  requestSignup: true,
  fields: [{ ...question('note'), required: undefined, isAdminOnly: true }],
  applicationForm: { title: 'Apply', fields: [{ ...question('email'), dataType: 'email', required: true }] },
  applicationDetailsSteps: [
    { _id: 'a', title: 'A', content: [{ _id: 'a1', markdown: 'One' }] },
    { _id: 'b', title: 'B', configuration: { title: '', fields: [question('b1'), question('b2')] } },
  ],
});
if (!CHECKED.ok) throw new Error(CHECKED.rejection.message);
/** Contains a member that a save omits, so that a save changes the text. */
const START: Base = { version: 0, config: { ...CHECKED.value, colour: 'red' } as ProcessConfig };

/** An edit at a place that two numbers choose; some make a config that no save accepts. */
function anyEdit(config: ProcessConfig, kind: number, at: number, text: string): Edit {
  const lists: Path[] = [
    ['fields'],
    ['applicationDetailsSteps'],
    ...config.applicationDetailsSteps.flatMap((_, index): Path[] => [
      ['applicationDetailsSteps', index, 'configuration', 'fields'],
      ['applicationDetailsSteps', index, 'content'],
    ]),
  ];
  const elements = lists.flatMap((list) => listAt(config, list).map((_, index): Path => [...list, index]));
  const element = elements[at % elements.length];
  const list = lists[at % lists.length] as Path;
  if (!element || kind === 0) {
    const made = { content: newBlock(newId, text), applicationDetailsSteps: newStep(newId, { title: text }) };
    return insert(config, list, 0, made[list.at(-1) as keyof typeof made] ?? newField(config, 'text'));
  }
  if (kind === 1) return remove(config, element);
  if (kind === 2) return duplicate(config, element, newId);
  if (kind === 3) return move(config, element, element.slice(0, -1), 0);
  if (kind === 4) return change(config, [], 'label', at % 2 === 0 ? '' : text);
  if (element.at(-2) === 'fields') return relabel(config, element, text, new Set());
  return change(config, element, element.at(-2) === 'content' ? 'markdown' : 'title', text);
}

/** One person's tab and the server that it saves to. */
function open() {
  let server = START;
  let saved = START;
  let session: Session = sessionFrom(saved, null, '');
  const texts = { saved: JSON.stringify(saved.config), start: session.history.text };
  const hear = () => {
    if (server.version === session.base.version) return;
    session = withTheirs(session, server);
    saved = server;
    texts.saved = JSON.stringify(saved.config);
  };
  const store = (config: ProcessConfig): boolean => {
    const checked = checkConfig(JSON.parse(JSON.stringify(config)), server.config);
    if (checked.ok) server = { version: Number(server.version) + 1, config: checked.value };
    return checked.ok;
  };
  return {
    texts,
    session: () => session,
    edit: (make: (config: ProcessConfig) => Edit) => {
      session = { ...session, history: record(session.history, make(session.history.config)) };
    },
    seal: () => {
      session = { ...session, history: seal(session.history) };
    },
    step: (way: typeof undo) => {
      const moved = way(session.history);
      if (moved) session = { ...session, history: moved.history };
      return moved !== null;
    },
    /** True if the server accepted it. */
    save: () => {
      const { text, config } = session.history;
      if (!store(config)) return false;
      session = withStored(session, server, text);
      saved = server;
      texts.saved = JSON.stringify(saved.config);
      return true;
    },
    /** The server stores it, the answer is lost, and the tab gets a notice of the new version. */
    saveUnheard: () => {
      store(session.history.config);
      hear();
    },
    othersSave: (label: string) => {
      store({ ...server.config, label });
      hear();
    },
    reload: () => {
      const kept = textOfHistory(session.history);
      const words = session.history.text === texts.saved ? null : draftOf(session, texts.saved);
      session = sessionFrom(saved, words, kept);
      hear();
    },
  };
}

test('n undos restore the exact start and n redos the end, whatever was saved, refused, lost or reloaded in between', () => {
  const outcomes = { stored: 0, refused: 0 };
  const act = fc.record({
    what: fc.constantFrom('edit', 'edit', 'edit', 'undo', 'redo', 'save', 'unheard', 'others', 'reload'),
    kind: fc.nat(6),
    at: fc.nat(60),
    text: fc.string({ unit: 'grapheme', maxLength: 8 }),
    isSealed: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25, size: 'max' }), fc.nat(), (acts, reloadAt) => {
      const tab = open();
      for (const { what, kind, at, text, isSealed } of acts) {
        if (what === 'edit') tab.edit((config) => anyEdit(config, kind, at, text));
        if (what === 'undo' || what === 'redo') tab.step(what === 'undo' ? undo : redo);
        if (what === 'save') outcomes[tab.save() ? 'stored' : 'refused'] += 1;
        if (what === 'unheard') tab.saveUnheard();
        if (what === 'others') tab.othersSave(`By others ${at}`);
        if (what === 'reload') tab.reload();
        if (isSealed) tab.seal();
        expect(JSON.stringify(tab.session().history.config)).toBe(tab.session().history.text);
      }
      while (tab.step(redo)) {}
      const end = tab.session().history.text;
      const count = tab.session().history.past.length;
      for (let left = count; left > 0; left -= 1) {
        expect(tab.step(undo)).toBe(true);
        if (left === reloadAt % (count + 1)) tab.reload();
      }
      expect(tab.step(undo)).toBe(false);
      expect(tab.session().history.text).toBe(tab.texts.start);
      for (let left = count; left > 0; left -= 1) expect(tab.step(redo)).toBe(true);
      expect(tab.step(redo)).toBe(false);
      expect(tab.session().history.text).toBe(end);
    }),
    { numRuns: 150 },
  );
  expect(Math.min(outcomes.stored, outcomes.refused), 'saves of both kinds').toBeGreaterThan(5);
});
