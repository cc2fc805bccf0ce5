import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { retrying } from '../../timing/retrying.ts';
import { type DoubleEvent, DoubleLog, type Expected, type ProposedEvent } from './eventstore-double-log.ts';
import {
  batchAnswer,
  caughtUpFrame,
  checkpointFrame,
  confirmationFrame,
  eventFrame,
  nameOf,
  notReadyAnswer,
  proposedEvent,
  singleAnswer,
  streamNotFoundFrame,
} from './eventstore-double-messages.ts';

const { ReadReq } = streams;
type ReadRequest = InstanceType<typeof streams.ReadReq>;
type BatchRequest = InstanceType<typeof streams.BatchAppendReq>;
type ReadCall = ServerWritableStream<ReadRequest, Buffer>;

const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
/** A live subscription so far behind is dropped. */
const SLOW_EVENTS = 1000;
const NOT_READY = 'Server Is Not Ready';
const SLOW = 'Consumer too slow to handle event while live. Client resubscription required.';

export interface Member {
  readonly host: string;
  readonly port: number;
  readonly state: 'leader' | 'follower' | 'unknown';
  readonly isAlive: boolean;
}

/** A node without one leads its own cluster. */
export interface Membership {
  members(): readonly Member[];
  leader(): { readonly host: string; readonly port: number } | undefined;
}

/** A node's copy of the log, which may lag. */
export type Replica = Pick<DoubleLog, 'events' | 'stream' | 'indexAt' | 'growth'>;

/**
 * EventStoreDB as far as `@eventstore/db-client` and docs/eventstore-facts.md go: appends, reads and subscriptions over
 * gRPC, with switches for faults.
 */
export interface EventStoreDouble {
  readonly url: string;
  readonly port: number;
  /** Includes the server's own events. */
  events(): readonly DoubleEvent[];
  writeSystemEvents(count: number): void;
  cutConnections(): void;
  die(): Promise<void>;
  restart(): Promise<void>;
  freeze(): void;
  thaw(): void;
  answerAfter(delay: number): void;
  /** Like a server with a full disk; reads continue. */
  refuseWrites(isRefusing: boolean): void;
  /** Writes the next appends, then resets their connections instead of answering. */
  loseAnswers(count: number): void;
  /** Ends each subscription as if its consumer were too slow. */
  dropSlowConsumers(): void;
  resetStreams(): void;
  /** Open subscriptions silently deliver nothing more. */
  stallSubscriptions(): void;
  readonly subscriptions: number;
  close(): Promise<void>;
}

export async function startEventStoreDouble({
  port = 0,
  host = '127.0.0.1',
  file,
  log = new DoubleLog(file),
  replica = log,
  membership,
  tls,
  login,
  syncMs = 0,
}: {
  port?: number;
  host?: string;
  file?: string;
  /** Of a cluster; the leader writes to it. */
  log?: DoubleLog;
  replica?: Replica;
  membership?: Membership;
  tls?: KeyPair;
  /** `name:password`, required over TLS only, because the client sends it over TLS only. */
  login?: string;
  /** Until an append is answered, like a sync; it holds up no other append. */
  syncMs?: number;
} = {}): Promise<EventStoreDouble> {
  const faults = createFaults();
  const address = { host, port };
  const alone: Membership = {
    members: () => [{ ...address, state: 'leader', isAlive: true }],
    leader: () => address,
  };
  const node: Node = { address, log, replica, faults, membership: membership ?? alone, syncMs };
  const open = (): Promise<Listening> => listen(createService(node, login), address, tls);
  let listening = await open();
  address.port = listening.port;
  faults.cut = () => listening.cut();

  return {
    url: `esdb://${host}:${address.port}?tls=${tls !== undefined}`,
    port: address.port,
    events: () => log.events,
    writeSystemEvents(count) {
      for (let n = 0; n < count; n += 1) log.writeSystemEvent();
    },
    cutConnections: () => listening.cut(),
    die: () => listening.close(),
    async restart() {
      if (!membership) log.restart();
      listening = await open();
    },
    freeze: () => faults.freeze(),
    thaw: () => faults.thaw(),
    answerAfter(delay) {
      faults.delay = delay;
    },
    refuseWrites(isRefusing) {
      faults.refusesWrites = isRefusing;
    },
    loseAnswers(count) {
      faults.answersToLose = count;
    },
    dropSlowConsumers: () => faults.endAll(status.ABORTED, SLOW),
    resetStreams: () => faults.endAll(status.INTERNAL, 'Received RST_STREAM with code 0'),
    stallSubscriptions() {
      for (const subscription of faults.subscriptions) subscription.isStalled = true;
    },
    get subscriptions() {
      return faults.subscriptions.size;
    },
    async close() {
      faults.thaw();
      await listening.close();
      log.close();
    },
  };
}

interface Subscription {
  isStalled: boolean;
  end(code: status, details: string): void;
}

function createFaults() {
  let gate: PromiseWithResolvers<void> | undefined;
  const subscriptions = new Set<Subscription>();
  return {
    subscriptions,
    delay: 0,
    answersToLose: 0,
    refusesWrites: false,
    cut: () => {},
    freeze() {
      gate ??= Promise.withResolvers();
    },
    thaw() {
      gate?.resolve();
      gate = undefined;
    },
    /** Awaited before a request or an answer; undefined if neither is delayed. */
    get hindrance(): Promise<unknown> | undefined {
      if (!gate && this.delay === 0) return undefined;
      return Promise.all([gate?.promise, this.delay > 0 ? pause(this.delay) : undefined]);
    },
    endAll(code: status, details: string) {
      for (const subscription of [...subscriptions]) subscription.end(code, details);
    },
  };
}
type Faults = ReturnType<typeof createFaults>;

export interface KeyPair {
  readonly key: Buffer;
  readonly cert: Buffer;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

interface Node {
  readonly address: Address;
  readonly log: DoubleLog;
  readonly replica: Replica;
  readonly faults: Faults;
  readonly membership: Membership;
  readonly syncMs: number;
}

interface Listening {
  readonly port: number;
  cut(): void;
  close(): Promise<void>;
}

/** Behind its own listener, so that connections can be reset. */
async function listen(grpc: Server, { host, port }: Address, tls?: KeyPair): Promise<Listening> {
  const injector = grpc.createConnectionInjector(
    tls
      ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }])
      : ServerCredentials.createInsecure(),
  );
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    injector.injectConnection(socket);
  });
  // While the double is down, another connection may use its port for a moment.
  await retrying(null, { first: 100, within: 10_000 }, async () => {
    const listening = once(listener, 'listening');
    listener.listen(port, host);
    await listening;
  });
  const cut = () => {
    for (const socket of sockets) {
      // A socket that is being shut down cannot be reset.
      if (socket.writableEnded) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  return {
    port: (listener.address() as AddressInfo).port,
    cut,
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve));
      const gone = [...sockets].map((socket) => once(socket, 'close'));
      cut();
      await Promise.all(gone);
      injector.destroy();
      grpc.forceShutdown();
      await closed;
    },
  };
}

function createService(node: Node, login?: string): Server {
  const { faults, membership } = node;
  const grpc = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  });
  const { StreamsService } = streamServices;
  const expected = login && `Basic ${Buffer.from(login).toString('base64')}`;
  const isKnown = ({ metadata }: { metadata: Metadata }) => !expected || metadata.get('authorization')[0] === expected;
  grpc.addService(
    {
      read: { ...StreamsService.read, responseSerialize: (frame: Buffer) => frame },
      append: StreamsService.append,
      batchAppend: StreamsService.batchAppend,
    },
    {
      read: (call: ReadCall) => (isKnown(call) ? void read(call, node) : deny(call)),
      batchAppend: (call: ServerDuplexStream<BatchRequest, unknown>) =>
        isKnown(call) ? batchAppend(call, node) : deny(call),
      append: singleAppend(node),
    } as UntypedServiceImplementation,
  );
  grpc.addService(features.ServerFeaturesService, {
    async getSupportedMethods(_: unknown, answer: (error: null, methods: unknown) => void) {
      await faults.hindrance;
      answer(null, supportedMethods());
    },
  });
  grpc.addService(gossip.GossipService, {
    async read(_: unknown, answer: (error: null, cluster: unknown) => void) {
      await faults.hindrance;
      answer(null, clusterOf(membership.members()));
    },
  });
  return grpc;
}

const deny = (call: NodeJS.EventEmitter) =>
  void call.emit('error', { code: status.UNAUTHENTICATED, details: 'Unauthenticated', metadata: new Metadata() });

const refuse = (call: ReadCall, code: status, details: string) =>
  call.emit('error', { code, details, metadata: new Metadata() });

/** For a call that only the leader may answer; undefined on the leader. */
function refusalOf({ metadata }: { metadata: Metadata }, { address, membership }: Node) {
  if (metadata.get('requires-leader')[0] !== 'true') return undefined;
  const leader = membership.leader();
  if (!leader) return { code: status.UNAVAILABLE, details: NOT_READY, metadata: new Metadata() };
  if (leader.port === address.port) return undefined;
  const of = new Metadata();
  of.set('exception', 'not-leader');
  of.set('leader-endpoint-host', leader.host);
  of.set('leader-endpoint-port', String(leader.port));
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata: of };
}

async function read(call: ReadCall, node: Node): Promise<void> {
  const { faults, replica: log } = node;
  call.on('error', () => undefined);
  await faults.hindrance;
  const refusal = refusalOf(call, node);
  if (refusal) return void call.emit('error', refusal);
  const options = call.request.getOptions();
  if (!options) return void refuse(call, status.INVALID_ARGUMENT, 'No options');
  if (options.hasSubscription()) return subscribe(call, log, faults);
  const count = Number(options.getCount());
  if (count === 0) return void refuse(call, status.INVALID_ARGUMENT, 'The count must be greater than 0');
  const isForwards = options.getReadDirection() === ReadReq.Options.ReadDirection.FORWARDS;
  const selected = options.hasAll()
    ? selectFromAll(call.request, log, isForwards)
    : selectFromStream(call.request, log, isForwards);
  if (selected === 'invalid') return void refuse(call, status.INVALID_ARGUMENT, 'The position is not valid');
  if (selected === 'missing') {
    call.write(streamNotFoundFrame(nameOf(options.getStream()?.getStreamIdentifier())));
    return void call.end();
  }
  const { events, from, step } = selected;
  for (let index = from, sent = 0; sent < count; index += step, sent += 1) {
    const event = events[index];
    if (!event || call.cancelled) break;
    if (!call.write(eventFrame(event))) await drained(call);
    await faults.hindrance;
  }
  call.end();
}

type Selection = { readonly events: readonly DoubleEvent[]; readonly from: number; readonly step: 1 | -1 };

/** `fromPosition` is inclusive forwards and exclusive backwards. */
function selectFromAll(request: ReadRequest, log: Replica, isForwards: boolean): Selection | 'invalid' {
  const all = request.getOptions()?.getAll();
  const step = isForwards ? 1 : -1;
  const end = log.events.length;
  if (all?.hasEnd()) return { events: log.events, from: isForwards ? end : end - 1, step };
  if (!all?.hasPosition()) return { events: log.events, from: isForwards ? 0 : -1, step };
  const [commit, prepare] = [all.getPosition()?.getCommitPosition(), all.getPosition()?.getPreparePosition()].map(
    Number,
  );
  if (commit === undefined || prepare === undefined || prepare > commit) return 'invalid';
  const index = log.indexAt(commit);
  if (index < end && log.events[index]?.position !== commit) return 'invalid';
  return { events: log.events, from: isForwards ? index : index - 1, step };
}

/** `fromRevision` is inclusive both ways; backwards from beyond the head starts at the head. */
function selectFromStream(request: ReadRequest, log: Replica, isForwards: boolean): Selection | 'invalid' | 'missing' {
  const options = request.getOptions()?.getStream();
  const events = log.stream(nameOf(options?.getStreamIdentifier()));
  if (options?.hasEnd() && isForwards) return 'invalid';
  if (!events) return 'missing';
  const last = events.length - 1;
  const wanted = options?.hasEnd() ? last : options?.hasRevision() ? Number(options.getRevision()) : 0;
  return { events, from: isForwards ? wanted : Math.min(wanted, last), step: isForwards ? 1 : -1 };
}

/** Everything after a position (exclusive), with checkpoints, then live events. */
async function subscribe(call: ReadCall, log: Replica, faults: Faults): Promise<void> {
  const options = call.request.getOptions();
  const stream = options?.hasStream() ? nameOf(options.getStream()?.getStreamIdentifier()) : undefined;
  const matches = matcherOf(options?.getFilter(), stream);
  const window = options?.getFilter()?.hasMax() ? (options.getFilter()?.getMax() ?? 32) : 32;
  const interval = window * (options?.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
  const subscription: Subscription = {
    isStalled: false,
    end(code, details) {
      faults.subscriptions.delete(subscription);
      refuse(call, code, details);
    },
  };
  faults.subscriptions.add(subscription);
  call.on('cancelled', () => faults.subscriptions.delete(subscription));
  const isOpen = () => faults.subscriptions.has(subscription);

  let index = startOf(call.request, log);
  let considered = 0;
  let isLive = false;
  call.write(confirmationFrame(randomUUID()));
  while (isOpen()) {
    if (isLive && log.events.length - index >= SLOW_EVENTS) return subscription.end(status.ABORTED, SLOW);
    for (; index < log.events.length && isOpen() && !subscription.isStalled; index += 1) {
      const event = log.events[index] as DoubleEvent;
      if (matches(event) && !call.write(eventFrame(event))) {
        await drained(call);
        if (isLive && log.events.length - index >= SLOW_EVENTS) break;
      }
      considered += 1;
      if (options?.hasFilter() && considered % interval === 0) call.write(checkpointFrame(event.position));
      await faults.hindrance;
    }
    if (index < log.events.length && !subscription.isStalled) continue;
    if (!isLive) call.write(caughtUpFrame());
    isLive = true;
    await log.growth;
    await faults.hindrance;
  }
}

function startOf(request: ReadRequest, log: Replica): number {
  const [all, stream] = [request.getOptions()?.getAll(), request.getOptions()?.getStream()];
  if (all?.hasEnd() || stream?.hasEnd()) return log.events.length;
  if (all?.hasPosition()) return log.indexAt(Number(all.getPosition()?.getCommitPosition()) + 1);
  if (stream?.hasRevision()) {
    const last = log.stream(nameOf(stream.getStreamIdentifier()))?.[Number(stream.getRevision())];
    return last ? log.indexAt(last.position + 1) : log.events.length;
  }
  return 0;
}

type Filter = InstanceType<typeof streams.ReadReq.Options.FilterOptions>;

function matcherOf(filter: Filter | undefined, stream: string | undefined): (event: DoubleEvent) => boolean {
  if (stream !== undefined) return (event) => event.stream === stream;
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!filter || !expression) return () => true;
  const isOnStream = filter.hasStreamIdentifier();
  const prefixes = expression.getPrefixList();
  const pattern = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  return (event) => {
    const text = isOnStream ? event.stream : event.type;
    return pattern ? pattern.test(text) : prefixes.some((prefix) => text.startsWith(prefix));
  };
}

/** One append after the other, in order of arrival; the parts of one have its correlation id. */
function batchAppend(call: ServerDuplexStream<BatchRequest, unknown>, node: Node): void {
  const { log, faults, syncMs } = node;
  interface Open {
    readonly stream: string;
    readonly expected: Expected;
    readonly deadline: number;
    readonly events: ProposedEvent[];
  }
  const open = new Map<string, Open>();
  const take = (request: BatchRequest) => {
    const id = request.getCorrelationId()?.getString() ?? '';
    const options = request.getOptions();
    if (options) {
      open.set(id, {
        stream: nameOf(options.getStreamIdentifier()),
        expected: expectedOf(options),
        deadline: options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY,
        events: [],
      });
    }
    const append = open.get(id);
    append?.events.push(...request.getProposedMessagesList().map(proposedEvent));
    if (!append || !request.getIsFinal()) return;
    open.delete(id);
    const { stream, expected, events } = append;
    const refusal = refusalOf(call, node);
    // Without a leader, each append gets an error; a leader elsewhere ends the call.
    if (refusal?.code === status.UNAVAILABLE) return void call.write(notReadyAnswer(id, stream, refusal.details));
    if (refusal) return void call.emit('error', refusal);
    const isTimeout = faults.refusesWrites || append.deadline < Date.now();
    const outcome = isTimeout ? 'timeout' : log.append(stream, expected, events);
    if (faults.answersToLose > 0) {
      faults.answersToLose -= 1;
      faults.cut();
      return;
    }
    const answer = batchAnswer(id, stream, expected, outcome);
    if (syncMs === 0) call.write(answer);
    else setTimeout(() => call.write(answer), syncMs);
  };
  let behind: Promise<void> | undefined;
  call.on('data', (request: BatchRequest) => {
    const hindrance = faults.hindrance;
    if (!behind && !hindrance) return take(request);
    const turn: Promise<void> = Promise.all([behind, hindrance]).then(() => {
      if (behind === turn) behind = undefined;
      take(request);
    });
    behind = turn;
  });
  call.on('end', () => call.end());
  call.on('error', () => undefined);
}

function expectedOf(options: InstanceType<typeof streams.BatchAppendReq.Options>): Expected {
  if (options.hasNoStream()) return -1;
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'exists';
  return Number(options.getStreamPosition());
}

function singleAppend(node: Node) {
  const { log, faults } = node;
  type Request = InstanceType<typeof streams.AppendReq>;
  type Call = NodeJS.EventEmitter & { metadata: Metadata };
  return (call: Call, answer: (error: unknown, answer?: unknown) => void) => {
    const requests: Request[] = [];
    call.on('data', (request: Request) => requests.push(request));
    call.on('end', async () => {
      await faults.hindrance;
      const refusal = refusalOf(call, node);
      if (refusal) return answer(refusal);
      const options = requests[0]?.getOptions();
      const expected: Expected = options?.hasNoStream()
        ? -1
        : options?.hasAny()
          ? 'any'
          : options?.hasStreamExists()
            ? 'exists'
            : Number(options?.getRevision());
      const events = requests.flatMap((request) => {
        const message = request.getProposedMessage();
        return message ? [proposedEvent(message)] : [];
      });
      const outcome = log.append(nameOf(options?.getStreamIdentifier()), expected, events);
      if (outcome.kind !== 'too-large') return answer(null, singleAnswer(outcome));
      const metadata = new Metadata();
      metadata.set('exception', 'maximum-append-size-exceeded');
      metadata.set('maximum-append-size', '1048576');
      answer({ code: status.INVALID_ARGUMENT, details: 'Maximum append size exceeded', metadata });
    });
  };
}

function supportedMethods() {
  const methods = new featureMessages.SupportedMethods();
  methods.setEventStoreServerVersion('23.10.6');
  for (const name of ['read', 'append', 'batchappend']) {
    const method = new featureMessages.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  return methods;
}

const { LEADER, FOLLOWER, UNKNOWN } = gossipMessages.MemberInfo.VNodeState;
const STATES = { leader: LEADER, follower: FOLLOWER, unknown: UNKNOWN } as const;

function clusterOf(members: readonly Member[]) {
  const cluster = new gossipMessages.ClusterInfo();
  for (const { host, port, state, isAlive } of members) {
    const endpoint = new gossipMessages.EndPoint();
    endpoint.setAddress(host);
    endpoint.setPort(port);
    const member = new gossipMessages.MemberInfo();
    member.setState(STATES[state]);
    member.setIsAlive(isAlive);
    member.setHttpEndPoint(endpoint);
    cluster.addMembers(member);
  }
  return cluster;
}

const drained = (call: ReadCall): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      call.off('drain', go);
      call.off('cancelled', go);
      call.off('close', go);
      resolve();
    };
    call.once('drain', go);
    call.once('cancelled', go);
    call.once('close', go);
  });
