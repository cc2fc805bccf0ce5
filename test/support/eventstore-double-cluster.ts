import { type EventStoreDouble, type Replica, startEventStoreDouble } from './eventstore-double.ts';
import { type DoubleEvent, DoubleLog } from './eventstore-double-log.ts';

const SIZE = 3;
const QUORUM = 2;
/**
 * Milliseconds until the other nodes detect a frozen one, and until they have elected; a real cluster takes about a
 * second each.
 */
const DETECTION_MS = 400;
const ELECTION_MS = 300;

/** With the faults of a single server. */
export interface ClusterNode extends Omit<EventStoreDouble, 'thaw'> {
  /** False if it was deposed while frozen: it ends and must be restarted. */
  thaw(): Promise<boolean>;
  /** Receives nothing more of the log until `catchUp`. */
  lag(): void;
  catchUp(): void;
}

export interface EventStoreCluster {
  readonly url: string;
  readonly nodes: readonly ClusterNode[];
  /** Waits for an election to end. */
  leader(): Promise<ClusterNode>;
  followers(): Promise<readonly ClusterNode[]>;
  /** Before maintenance, an operator lets the leader resign; another node leads then. */
  resign(): Promise<void>;
  events(): readonly DoubleEvent[];
  die(): Promise<void>;
  restart(): Promise<void>;
  freeze(): void;
  thaw(): Promise<void>;
  refuseWrites(isRefusing: boolean): void;
  close(): Promise<void>;
}

interface ClusterMember {
  readonly double: EventStoreDouble;
  readonly replica: LaggingReplica;
  isAble: boolean;
}

class LaggingReplica implements Replica {
  readonly #log: DoubleLog;
  #end: number | undefined;
  #caughtUp = Promise.withResolvers<void>();

  constructor(log: DoubleLog) {
    this.#log = log;
  }

  get isLagging(): boolean {
    return this.#end !== undefined;
  }

  lag(): void {
    this.#end ??= this.#log.events.length;
  }

  catchUp(): void {
    this.#end = undefined;
    this.#caughtUp.resolve();
    this.#caughtUp = Promise.withResolvers();
  }

  get events(): DoubleEvent[] {
    return this.isLagging ? this.#log.events.slice(0, this.#end) : this.#log.events;
  }

  get growth(): Promise<void> {
    return this.isLagging ? this.#caughtUp.promise : this.#log.growth;
  }

  stream(name: string): readonly DoubleEvent[] | undefined {
    const events = this.#log.stream(name);
    const missing = this.#end === undefined ? undefined : this.#log.events[this.#end];
    if (!missing) return events;
    const replicated = events?.filter(({ position }) => position < missing.position);
    return replicated?.length ? replicated : undefined;
  }

  indexAt(position: number): number {
    return Math.min(this.#log.indexAt(position), this.events.length);
  }
}

export async function startEventStoreCluster(): Promise<EventStoreCluster> {
  const log = new DoubleLog();
  const members: ClusterMember[] = [];
  let leader: ClusterMember | undefined;
  let elected = Promise.withResolvers<void>();
  let election: NodeJS.Timeout | undefined;

  const elect = (last?: ClusterMember) => {
    leader = undefined;
    clearTimeout(election);
    election = setTimeout(() => {
      const able = members.filter(({ isAble }) => isAble);
      if (able.length < QUORUM) return;
      leader = able.filter((member) => member !== last && !member.replica.isLagging)[0] ?? able[0];
      log.restart();
      elected.resolve();
      elected = Promise.withResolvers();
    }, ELECTION_MS);
  };
  const review = () => {
    const isQuorate = members.filter(({ isAble }) => isAble).length >= QUORUM;
    if (!leader?.isAble || !isQuorate) elect();
  };
  const membership = {
    members: () =>
      members.map((member) => {
        const state = member === leader ? 'leader' : leader ? 'follower' : 'unknown';
        return { host: '127.0.0.1', port: member.double.port, state, isAlive: member.isAble } as const;
      }),
    leader: () => leader && { host: '127.0.0.1', port: leader.double.port },
  };

  for (let n = 0; n < SIZE; n += 1) {
    const replica = new LaggingReplica(log);
    const double = await startEventStoreDouble({ log, replica, membership });
    members.push({ double, replica, isAble: true });
  }
  leader = members[0];

  const nodeOf = (member: ClusterMember): ClusterNode => {
    const { double, replica } = member;
    let ledWhenFrozen = false;
    let noticing: NodeJS.Timeout | undefined;
    const leave = () => {
      member.isAble = false;
      review();
    };
    const come = () => {
      member.isAble = true;
      if (!leader) review();
    };
    const die = async () => {
      clearTimeout(noticing);
      await double.die();
      leave();
      // What it had not begun is lost with it.
      double.thaw();
    };
    return {
      ...double,
      get subscriptions() {
        return double.subscriptions;
      },
      lag: () => replica.lag(),
      catchUp: () => replica.catchUp(),
      die,
      async restart() {
        await double.restart();
        come();
      },
      freeze() {
        ledWhenFrozen = leader === member;
        double.freeze();
        noticing = setTimeout(leave, DETECTION_MS);
      },
      async thaw() {
        if (ledWhenFrozen && leader !== member) {
          await die();
          return false;
        }
        clearTimeout(noticing);
        double.thaw();
        come();
        return true;
      },
      async close() {
        clearTimeout(noticing);
        await double.close();
      },
    };
  };
  const nodes = members.map(nodeOf);
  const whoLeads = async () => {
    while (!leader) await elected.promise;
    return nodes[members.indexOf(leader)] as ClusterNode;
  };
  return {
    url: `esdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    nodes,
    leader: whoLeads,
    async followers() {
      const leading = await whoLeads();
      return nodes.filter((node) => node !== leading);
    },
    async resign() {
      elect(leader);
      await elected.promise;
    },
    events: () => log.events,
    async die() {
      for (const node of nodes) await node.die();
    },
    async restart() {
      for (const node of nodes) await node.restart();
    },
    freeze() {
      for (const node of nodes) node.freeze();
    },
    async thaw() {
      const isUp = await Promise.all(nodes.map((node) => node.thaw()));
      await Promise.all(nodes.map((node, n) => isUp[n] || node.restart()));
    },
    refuseWrites(isRefusing) {
      for (const node of nodes) node.refuseWrites(isRefusing);
    },
    async close() {
      clearTimeout(election);
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}
