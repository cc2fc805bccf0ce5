import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { cleanBody } from './json-body.ts';

/** The JSON object in `content` of the inbound webhook. */
export function readReport(content: string): Result<Readonly<Record<string, unknown>>> {
  const report = parsed(content);
  if (!report) {
    const message = TEXTS.requests.objectExpected;
    return reject('malformed', message, [{ field: 'content', message }]);
  }
  const harm = cleanBody(report);
  return harm ? reject('refused', harm.message, harm.errors) : accept(report);
}

function parsed(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
