import { asValue } from '../text/inserted-text.ts';

/**
 * The name of an event as it is read. Events of earlier versions have names with line breaks, or with characters that hide or
 * reverse the text beside them. A name of nothing else stays.
 */
export const readableName = (stored: string): string => asValue(stored) || stored;

/** The same for the details of a document, if the event has a name. */
export const withReadableName = <Details extends { readonly name?: string }>(details: Details): Details =>
  details.name === undefined ? details : { ...details, name: readableName(details.name) };
