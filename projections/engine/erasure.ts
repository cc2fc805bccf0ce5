import type { RecordedEvent } from './event-source.ts';

/** After this event no read model may show the person's data, so a document that cannot fold it is emptied. */
export const ERASURE = 'PersonalDataErased';
export const isErasure = ({ type }: RecordedEvent): boolean => type === ERASURE;
