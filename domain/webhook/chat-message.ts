import { textsAndPlaceholders } from '../email-template/placeholders.ts';
import { cutText } from '../text/cut-text.ts';
import { asValue, NON_JOINER, withoutLinks } from '../text/inserted-text.ts';
import { TEXTS } from '../text/texts.ts';
import { type ChatForm, ERASURE_TYPE } from './event-types.ts';
import type { PublicPayload } from './payload-schema.ts';

export const CHAT_PLACEHOLDERS = [
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'referenceNumber',
  'program',
  'status',
  'previousStatus',
  'assignee',
  'paymentPlan',
  'interviewTime',
  'assessment',
  'score',
] as const;
export type ChatPlaceholder = (typeof CHAT_PLACEHOLDERS)[number];

/** Discord refuses longer messages. */
export const CHAT_LIMIT = 2000;
/** Of one value. */
const VALUE_LIMIT = 200;
const ELLIPSIS = '\u2026';
const MISSING = '\u2013';

/**
 * The body of a chat webhook as JSON, with the school's own text if it has one. The school's text is taken as it is;
 * values are plain text that can neither mention, link nor format.
 */
export function chatBodyOf(payload: PublicPayload, form: ChatForm, template: string | null): string {
  // Nobody chose erasures, and the school's text would have nothing to insert.
  const own = payload.type === ERASURE_TYPE ? null : template;
  return chatBody(messageOf(payload, form, own ?? TEXTS.chat[payload.type]), form);
}

/** The text is taken as it is. */
export function chatBody(message: string, form: ChatForm): string {
  return JSON.stringify(form === 'text' ? { text: message } : { content: message, allowed_mentions: { parse: [] } });
}

/** In pieces, so that a cut never splits an escape. */
function messageOf(payload: PublicPayload, form: ChatForm, template: string): string {
  const values: Readonly<Record<string, string | null>> = valuesOf(payload);
  const pieces = textsAndPlaceholders(template.toWellFormed()).flatMap((part, n) =>
    n % 2 === 0 ? [...part] : inserted(Object.hasOwn(values, part) ? values[part] : null, form),
  );
  return cut(pieces);
}

function inserted(value: string | null | undefined, form: ChatForm): readonly string[] {
  const text = asValue(value ?? '');
  if (text === '') return [MISSING];
  const short = text.length > VALUE_LIMIT ? `${cutText(text, VALUE_LIMIT)}${ELLIPSIS}` : text;
  const words = withoutLinks(short);
  return form === 'text' ? [...withoutEmoji(words)].map(forSlack) : [...words].map(forDiscord);
}

/** `:wave:` is a picture at Slack. */
const withoutEmoji = (text: string): string => text.replace(/:(?!\u200C)/g, `:${NON_JOINER}`);

/**
 * Slack has no escape for formatting, so characters that look alike replace those that format. Other services that read
 * `text` make links of `[x](y)`, and headings and hashtags of `#`.
 */
const SLACK: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '\u2217',
  _: '\u02CD',
  '~': '\u223C',
  '`': '\u02CB',
  '@': `@${NON_JOINER}`,
  ']': `]${NON_JOINER}`,
  '#': `#${NON_JOINER}`,
};
const forSlack = (character: string): string => SLACK[character] ?? character;

/** https://support.discord.com/hc/en-us/articles/210298617: a backslash before what formats. */
const FORMATS = /[\\*_~`|>#\-+[\]()<:@.!]/;
const forDiscord = (character: string): string => {
  if (!FORMATS.test(character)) return character;
  return character === '@' ? `\\@${NON_JOINER}` : `\\${character}`;
};

function valuesOf({ data: { application, changes } }: PublicPayload): Readonly<Record<ChatPlaceholder, string | null>> {
  const { applicant, batch, assignee, paymentPlan, interview } = application;
  const { assessment } = changes;
  return {
    ...applicant,
    referenceNumber: String(application.referenceNumber),
    program: batch.name,
    status: application.status,
    previousStatus: changes.status?.from ?? null,
    assignee: assignee?.email ?? null,
    paymentPlan: paymentPlan?.name ?? null,
    interviewTime: interview?.startsAt ? timeOf(interview.startsAt) : null,
    assessment: assessment?.to.name ?? null,
    score: assessment && assessment.to.score !== null ? `${Math.round(assessment.to.score)}%` : null,
  };
}

/** "2026-03-02 09:30 UTC": a chat has readers in several zones. */
function timeOf(instant: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function cut(pieces: readonly string[]): string {
  let text = '';
  for (const [n, piece] of pieces.entries()) {
    const room = CHAT_LIMIT - text.length - (n < pieces.length - 1 ? ELLIPSIS.length : 0);
    if (piece.length > room) return text + ELLIPSIS;
    text += piece;
  }
  return text;
}
