import type { RecordedEvent } from './event-source.ts';

/** After this event no read model shows a person's data, so a document that cannot take it keeps nothing. */
const ERASURE = 'PersonalDataErased';
export const isErasure = ({ type }: RecordedEvent): boolean => type === ERASURE;
