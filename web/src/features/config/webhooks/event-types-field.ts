import { WEBHOOK_EVENT_GROUPS, WEBHOOK_EVENT_TYPES } from '../../../../../domain/webhook/event-types.ts';
import { checklistField } from '../../../shared/forms/controls/checklist-field.tsx';

const SENTENCES: ReadonlyMap<string, string> = new Map(Object.values(WEBHOOK_EVENT_GROUPS).flatMap(Object.entries));

const groups = Object.fromEntries(
  Object.entries(WEBHOOK_EVENT_GROUPS).map(([group, types]) => [
    group,
    Object.entries(types).map(([type, sentence]) => ({ value: type, label: sentence, description: type })),
  ]),
);

export const EVENT_TYPES = checklistField({ groups, order: WEBHOOK_EVENT_TYPES }, (types) =>
  types.map((type) => SENTENCES.get(type)?.replace(/\.$/, '') ?? type).join('; '),
);
