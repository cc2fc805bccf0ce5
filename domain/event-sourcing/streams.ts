/** A stream's name is `{category}-{id}`; the category holds no `-`, the id may. */
export function streamOf(category: string, id: string): string {
  if (!/^[A-Za-z]+$/.test(category) || !/^[\w:.~-]+$/.test(id)) {
    throw new TypeError(`${JSON.stringify(`${category}-${id}`)} is not the name of a stream`);
  }
  return `${category}-${id}`;
}

export function categoryOf(stream: string): string {
  const end = stream.indexOf('-');
  return end === -1 ? stream : stream.slice(0, end);
}

export function idOf(stream: string): string {
  const end = stream.indexOf('-');
  return end === -1 ? '' : stream.slice(end + 1);
}

const ABOUT_APPLICATION: readonly string[] = ['activity', 'solution', 'paymentAccount'];

/** The stream whose key encrypts this one's personal data. A file has its own, as it may precede its application. */
export function subjectOf(stream: string): string | null {
  if (stream.startsWith('user-') || stream.startsWith('application-') || stream.startsWith('file-')) return stream;
  if (ABOUT_APPLICATION.includes(categoryOf(stream))) return `application-${idOf(stream)}`;
  return null;
}

/** All streams whose subject this is. */
export const streamsOfSubject = (subject: string): readonly string[] =>
  categoryOf(subject) === 'application'
    ? [subject, ...ABOUT_APPLICATION.map((category) => `${category}-${idOf(subject)}`)]
    : [subject];
