import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { subjectOf } from '../../domain/event-sourcing/streams.ts';
import { DamagedEvent } from '../event-store/damaged-event.ts';
import { createUploadLedger, type UploadLedger } from '../integrity/uploaded-files.ts';
import type { Erasures } from './erasures.ts';
import type { EventChecker } from './event-lines.ts';
import { checkWithoutKeys } from './without-keys.ts';

export interface LogFacts extends Pick<UploadLedger, 'uploads'> {
  readonly streams: ReadonlySet<string>;
  /** Erased people included; empty if a checker with keys was given. */
  readonly subjects: ReadonlySet<string>;
  readonly erasures: Erasures;
}

/** The checker collects the facts from passing events. */
export function gatherFacts(withKeys?: EventChecker): LogFacts & { readonly checker: EventChecker } {
  const streams = new Set<string>();
  const subjects = new Set<string>();
  const erasures = new Map<string, string>();
  const ledger = createUploadLedger();
  const checker = withKeys ?? checkWithoutKeys((subject) => subjects.add(subject));
  const take = (event: Recorded<AnyEvent>) => {
    const { stream, type, at } = event;
    streams.add(stream);
    ledger.take(event);
    const isErasure = type === 'PersonalDataErased' || type === 'FileDeleted';
    if (isErasure && subjectOf(stream) === stream) erasures.set(stream, at);
  };
  return {
    streams,
    subjects,
    erasures,
    uploads: ledger.uploads,
    checker: {
      async inspect(events) {
        const inspected = await checker.inspect(events);
        for (const event of inspected) if (!(event instanceof DamagedEvent)) take(event);
        return inspected;
      },
    },
  };
}
