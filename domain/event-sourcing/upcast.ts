import type { EventDefinition, OldEvent } from './event.ts';

export function upcast(definition: EventDefinition, from: number, old: OldEvent): OldEvent {
  let event = old;
  for (let version = from; version < definition.version; version += 1) {
    const step = definition.upcasts[version];
    if (!step) throw new Error(`${definition.type} has no way from version ${version} to ${version + 1}`);
    event = step(event);
  }
  return event;
}
