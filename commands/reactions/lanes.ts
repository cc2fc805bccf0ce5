/** How the deliveries of a lane are tried. */
export interface LaneRules {
  /** Tries under way at once in one lane. */
  readonly atOnce: number;
  /** … in all lanes of the kind. */
  readonly inAll: number;
  readonly maxTries: number;
  /** The pause after the first failed try; it doubles with each further one. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

/** Some twelve hours. */
const HALF_A_DAY = { maxTries: 22, firstRetryMs: 5000, longestRetryMs: 3_600_000 } as const;

/** Each kind waits for a target of its own; a kind with many targets has a lane for each of them. */
export const LANES = {
  /** Commands that complete what an interrupted one left half done. */
  commands: { ...HALF_A_DAY, atOnce: 8, inAll: 8 },
  calendly: { ...HALF_A_DAY, atOnce: 4, inAll: 4 },
  /** The operator's mail server. */
  mail: { ...HALF_A_DAY, atOnce: 8, inAll: 8 },
  /** Schools' own accounts at SendGrid, a lane each. */
  'school-mail': { ...HALF_A_DAY, atOnce: 4, inAll: 24 },
} as const satisfies Record<string, LaneRules>;

export type LaneKind = keyof typeof LANES;
export const LANE_KINDS = Object.keys(LANES) as readonly LaneKind[];
/** Deliveries to one target: they share its tries at once, and no other lane waits for them. */
export type Lane = Exclude<LaneKind, 'school-mail'> | `school-mail:${string}`;

export const schoolMailLane = (organizationId: string): Lane => `school-mail:${organizationId}`;

export const laneKindOf = (lane: Lane): LaneKind => lane.split(':', 1)[0] as LaneKind;

export const rulesOf = (lane: Lane): LaneRules => LANES[laneKindOf(lane)];

const JITTER = 0.2;

/** The pause after so many failed tries, ± 20 %, so that what failed together does not come back together. */
export function retryDelay({ firstRetryMs, longestRetryMs }: LaneRules, tries: number, random: number): number {
  const base = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 30));
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}
