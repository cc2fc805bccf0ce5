import { assessment } from '../../domain/assessment/assessment.ts';
import { inQueue } from '../../timing/keyed-queue.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

/** A call of the inbound webhook, without any text of the caller. */
export interface ProviderCall {
  readonly at: string;
  readonly isAccepted: boolean;
  readonly answer: string;
  /** The application that the result belongs to; null without one. */
  readonly applicationId: string | null;
}

interface CallsDocument {
  readonly _id: string;
  readonly organizationId: string;
  readonly accepted: readonly ProviderCall[];
  readonly refused: readonly ProviderCall[];
  /** For compare-and-replace. */
  readonly version: number;
}

const KEPT = { accepted: 10, refused: 5 };
/** Anyone can send calls that are refused, so most of them are not stored. */
const REFUSED_EVERY_MS = 10_000;
const RACES = 5;

/**
 * The last calls about each external assessment, for staff who connect a provider. Refused calls never displace accepted
 * ones, and of a flood one in ten seconds is stored.
 */
export interface ProviderCalls {
  /** Does nothing for an assessment that cannot have results, or of another organization. */
  note(about: { readonly organizationId: string; readonly assessmentId: string }, call: ProviderCall): Promise<void>;
  /** Newest first. */
  last(assessmentId: string): Promise<readonly ProviderCall[]>;
}

export function providerCallsOf(environment: Environment): ProviderCalls {
  const { vault } = environment;
  const documents = vault.collection<CallsDocument>({ name: 'providerCalls', indexes: [], mayBeLost: true });
  const refusing = new Set<string>();

  const takesResults = async (assessmentId: string, organizationId: string): Promise<boolean> => {
    const { state } = await load(environment, assessment, assessmentId);
    return state.kind === 'document' && state.organizationId === organizationId && state.details.type === 'external';
  };
  const isTooSoon = ({ refused: [last] }: CallsDocument, { at }: ProviderCall): boolean =>
    last !== undefined && Date.parse(at) - Date.parse(last.at) < REFUSED_EVERY_MS;

  const note: ProviderCalls['note'] = async ({ organizationId, assessmentId }, call) => {
    for (let race = 0; race < RACES; race += 1) {
      const stored = await documents.get(assessmentId);
      if (stored && (stored.organizationId !== organizationId || (!call.isAccepted && isTooSoon(stored, call)))) return;
      if (!stored && !(await takesResults(assessmentId, organizationId))) return;
      const { accepted = [], refused = [], version = 0 } = stored ?? {};
      const changed: CallsDocument = {
        _id: assessmentId,
        organizationId,
        accepted: (call.isAccepted ? [call, ...accepted] : accepted).slice(0, KEPT.accepted),
        refused: (call.isAccepted ? refused : [call, ...refused]).slice(0, KEPT.refused),
        version: version + 1,
      };
      if (await (stored ? documents.replace(changed, { version }) : documents.insert(changed))) return;
    }
  };

  return {
    async note(about, call) {
      const { assessmentId } = about;
      if (call.isAccepted) return inQueue(documents, assessmentId, () => note(about, call));
      // Without a queue, so that refused calls never wait in memory.
      if (refusing.has(assessmentId)) return;
      refusing.add(assessmentId);
      await note(about, call).finally(() => refusing.delete(assessmentId));
    },
    async last(assessmentId) {
      const stored = await documents.get(assessmentId);
      if (!stored) return [];
      return [...stored.accepted, ...stored.refused].toSorted((one, other) => other.at.localeCompare(one.at));
    },
  };
}
