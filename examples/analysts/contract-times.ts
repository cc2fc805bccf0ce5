import { projection } from 'intake/projection';

/** From the first contact to the signed contract, by source. */
interface Applicant {
  readonly _id: string;
  readonly source: string;
  readonly appliedAt: string;
  /** The application from which a transfer made this one. */
  readonly copyOf: string | null;
  readonly isTransferred: boolean;
  readonly signedAt: string | null;
}

const DAY_MS = 86_400_000;

export default projection<Applicant>({
  name: 'contract-times',
  on: {
    ApplicationSubmitted: (_, { stream, at, data }) => ({
      _id: stream.replace('application-', ''),
      source: data.tracking?.source ?? 'not given',
      appliedAt: at,
      copyOf: null,
      isTransferred: false,
      signedAt: null,
    }),
    ApplicationCopied: (_, { stream, at, data }) => ({
      _id: stream.replace('application-', ''),
      source: data.tracking?.source ?? 'not given',
      appliedAt: at,
      copyOf: data.fromId,
      isTransferred: false,
      signedAt: null,
    }),
    ApplicationTransferred: (applicant) => applicant && { ...applicant, isTransferred: true },
    ApplicationRemoved: () => undefined,
    StatusChanged: (applicant, { at, data }) =>
      applicant && data.to === 'CONTRACT RECEIVED' && applicant.signedAt === null
        ? { ...applicant, signedAt: at }
        : applicant,
  },
  rows(applicants) {
    const byId = new Map(applicants.map((applicant) => [applicant._id, applicant]));
    /** A person is counted once, from their first application on. */
    const persons = applicants.filter(({ isTransferred }) => !isTransferred);
    const firstContact = (applicant: Applicant): string => {
      const before = applicant.copyOf === null ? undefined : byId.get(applicant.copyOf);
      return before ? firstContact(before) : applicant.appliedAt;
    };
    // Forms and links spell sources differently.
    return [...Map.groupBy(persons, ({ source }) => source.toLowerCase())]
      .map(([source, group]) => {
        const days = group
          .flatMap((one) => (one.signedAt ? (Date.parse(one.signedAt) - Date.parse(firstContact(one))) / DAY_MS : []))
          .sort((one, other) => one - other);
        return { source, applied: group.length, signed: days.length, 'median days': median(days) };
      })
      .sort((one, other) => other.applied - one.applied || (one.source < other.source ? -1 : 1));
  },
});

/** Of sorted numbers, to a tenth; null for none. */
function median(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : Math.round(5 * (low + high)) / 10;
}
