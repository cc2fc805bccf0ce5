export interface LaneRules {
  readonly atOnce: number;
  readonly inAll: number;
  readonly maxTries: number;
  /** Doubled with each further failure. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

const HALF_A_DAY = { maxTries: 22, firstRetryMs: 5000, longestRetryMs: 3_600_000 } as const;

/** One kind per type of target; a kind with many targets has a lane for each. */
export const LANES = {
  commands: { ...HALF_A_DAY, atOnce: 8, inAll: 8 },
  calendly: { ...HALF_A_DAY, atOnce: 4, inAll: 4 },
  mail: { ...HALF_A_DAY, atOnce: 8, inAll: 8 },
  /** A lane for each school's own SendGrid account. */
  'school-mail': { ...HALF_A_DAY, atOnce: 4, inAll: 24 },
} as const satisfies Record<string, LaneRules>;

export type LaneKind = keyof typeof LANES;
export const LANE_KINDS = Object.keys(LANES) as readonly LaneKind[];
/** Deliveries to one target share its capacity and do not delay other lanes. */
export type Lane = Exclude<LaneKind, 'school-mail'> | `school-mail:${string}`;

export const schoolMailLane = (organizationId: string): Lane => `school-mail:${organizationId}`;

export const laneKindOf = (lane: Lane): LaneKind => lane.split(':', 1)[0] as LaneKind;

export const rulesOf = (lane: Lane): LaneRules => LANES[laneKindOf(lane)];

const JITTER = 0.2;

/** With ± 20 % jitter. */
export function retryDelay({ firstRetryMs, longestRetryMs }: LaneRules, tries: number, random: number): number {
  const base = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 30));
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}
