import { PROJECTIONS } from '../../api/read-models/read-models.ts';

/** `--import` module: applications cannot fold a comment with this text. */
const POISON = 'This is poison';

const applications = PROJECTIONS.find(({ name }) => name === 'applications');
const handlers = applications?.on as Record<string, (document: unknown, event: unknown) => unknown>;
const fold = handlers.CommentAdded;
handlers.CommentAdded = (document, event) => {
  if ((event as { personal?: { message?: string } }).personal?.message === POISON) throw new RangeError(POISON);
  return fold?.(document, event);
};
