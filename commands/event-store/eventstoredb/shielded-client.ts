import type { EventStoreDBClient } from '@eventstore/db-client';
import { openClient } from './connection-string.ts';

export interface ShieldedClient {
  readonly client: EventStoreDBClient;
  discard(): Promise<void>;
}

/** Internals of version 6.2 that are patched. */
interface Inside {
  GRPCStreamCreator(
    service: unknown,
    name: string,
    create: (grpc: unknown) => Sink,
    cache?: unknown,
  ): () => Promise<Sink>;
  createChannel(): Promise<Channel>;
  handleError(client: unknown, error: Error): Promise<void>;
}

interface Channel {
  createCall(...call: readonly unknown[]): unknown;
  close(): void;
}

/** The stream of a client's appends. */
interface Sink {
  listeners(event: 'data'): readonly unknown[];
  removeAllListeners(event: 'data'): void;
  on(event: 'data', listener: (answer: unknown) => void): void;
  write(request: unknown): boolean;
}

/** gRPC's code for an unavailable server. */
export const UNAVAILABLE = 14;
const DISCARD_MS = 1000;

export function openShieldedClient(url: string): ShieldedClient {
  const client = openClient(url);
  const inside = client as unknown as Inside;
  const channels = new Set<Channel>();

  const createStream = inside.GRPCStreamCreator;
  let inOrder: Promise<unknown> = Promise.resolve();
  inside.GRPCStreamCreator = (service, name, create, cache) => {
    if (name !== 'appendToStream') return createStream(service, name, create, cache);
    const open = createStream(service, name, (grpc) => shielded(create(grpc)), cache);
    // The opener gets the stream later than the calls that find it open, and would write after them.
    return () => {
      const opened = inOrder.then(open, open);
      inOrder = opened;
      return opened;
    };
  };
  let isDiscarded = false;
  const createChannel = inside.createChannel;
  inside.createChannel = async () => {
    const channel = refusingOnceClosed(await createChannel(), () => channels.delete(channel));
    channels.add(channel);
    // The search for a leader may end after the discard.
    if (isDiscarded) channel.close();
    return channel;
  };
  const handleError = inside.handleError;
  // The client does not handle this rejection: no node of the cluster may have answered.
  inside.handleError = (grpc, error) => handleError(grpc, error).catch(() => undefined);

  return {
    client,
    async discard() {
      isDiscarded = true;
      await Promise.race([client.dispose(), new Promise((resolve) => setTimeout(resolve, DISCARD_MS).unref())]);
      for (const channel of [...channels]) channel.close();
    },
  };
}

/** Calls on a channel that the client has just closed would wait without a timeout. */
function refusingOnceClosed(channel: Channel, onClose: () => void): Channel {
  const close = channel.close.bind(channel);
  channel.close = () => {
    channel.createCall = () => {
      throw Object.assign(new Error('Reconnecting'), { code: UNAVAILABLE });
    };
    close();
    onClose();
  };
  return channel;
}

/**
 * All clients share one table of pending appends, and a failing connection clears it. Later answers would throw
 * uncaught, so they are dropped: their senders know that the outcome is unknown. Writes never wait for the connection,
 * because their rejection has no listener.
 */
function shielded(sink: Sink): Sink {
  const listeners = sink.listeners('data') as ((answer: unknown) => void)[];
  sink.removeAllListeners('data');
  sink.on('data', (answer) => {
    for (const listener of listeners) {
      try {
        listener(answer);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
  });
  const write = sink.write.bind(sink);
  sink.write = (request) => {
    write(request);
    return true;
  };
  return sink;
}
