import type { EventStoreDBClient } from '@eventstore/db-client';
import { openClient } from './connection-string.ts';

/** A client that isolates the rest of the program from known bugs and can be discarded. */
export interface ShieldedClient {
  readonly client: EventStoreDBClient;
  /** Ends every call and closes the connection. */
  discard(): Promise<void>;
}

/** Client internals that are patched; ordinary members in version 6.2. */
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
    // The opener of the call gets it later than those who find it open, and would write after them.
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
    // The search for a leader may end after the client was left.
    if (isDiscarded) channel.close();
    return channel;
  };
  const handleError = inside.handleError;
  // It waits for the next channel, and the client handles no rejection of it: no node of the cluster may have answered.
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

/** The client closes a failed channel, and calls that are just about to use it would wait for ever. */
function refusingOnceClosed(channel: Channel, onClose: () => void): Channel {
  const close = channel.close.bind(channel);
  channel.close = () => {
    channel.createCall = () => {
      throw Object.assign(new Error('The connection is being made anew'), { code: UNAVAILABLE });
    };
    close();
    onClose();
  };
  return channel;
}

/**
 * All clients of a process share one table of pending appends, and a failing connection clears it for all. Later
 * answers on other connections then throw uncaught; they are dropped here, because their senders were told that the
 * outcome is unknown. A write that waits for the connection is rejected without a listener, so writes never wait: the
 * callers limit what is in flight.
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
