import type { CommentKind } from '../../../../domain/application/events.ts';

export const KIND_WORDS: Readonly<Record<CommentKind, string>> = { call: 'Call', meeting: 'Meeting' };
