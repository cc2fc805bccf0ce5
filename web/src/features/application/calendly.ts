export interface Guest {
  readonly name: string;
  readonly email: string | null;
}

/** Makes the calendar post its events to `host`, and prefills its form. */
export function calendarAddress(address: string, host: string, { name, email }: Guest): string {
  const url = new URL(address);
  url.searchParams.set('embed_domain', host);
  url.searchParams.set('embed_type', 'Inline');
  if (name) url.searchParams.set('name', name);
  if (email) url.searchParams.set('email', email);
  return url.href;
}

export interface Booked {
  readonly eventUri: string;
  /** Spelled so in the API (rule 9). */
  readonly intiteeUri: string | null;
}

const CALENDLY = /^https:\/\/([a-z0-9-]+\.)?calendly\.com$/;

/** The booking in a message of the calendar's frame; null for every other message. */
export function bookedIn(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  frame: Window | null | undefined,
): Booked | null {
  if (!frame || source !== frame || !CALENDLY.test(origin)) return null;
  const { event, payload } = (data ?? {}) as { event?: unknown; payload?: { event?: Told; invitee?: Told } };
  const eventUri = payload?.event?.uri;
  if (event !== 'calendly.event_scheduled' || typeof eventUri !== 'string') return null;
  const invitee = payload?.invitee?.uri;
  return { eventUri, intiteeUri: typeof invitee === 'string' ? invitee : null };
}

interface Told {
  readonly uri?: unknown;
}
