import { useEffect, useRef } from 'react';
import type { LiveChange, LiveMessage } from '../../../../api/contract/live.ts';
import { Pauses } from '../../../../timing/retrying.ts';
import { notePosition } from '../api/last-position.ts';
import { chosenOrganizationId } from '../api/organization-choice.ts';

export type { LiveChange };

export interface LiveListener {
  readonly onChanges: (changes: readonly LiveChange[]) => void;
  /** Changes were missed, so anything may have changed. */
  readonly onLost: () => void;
  /** The server closed the stream, because the visitor's session or rights have changed. */
  readonly onEnded: () => void;
}

const BACKOFF = { first: 1000, longest: 60_000, jitter: 0.5 };
/** The server sends a heartbeat every 20 s. */
const SILENCE_MS = 50_000;
/** A hidden tab gives its connection back after this time, because a browser allows few for one site. */
const HIDDEN_MS = 5000;

type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>;

export interface Live {
  follow(listener: LiveListener): () => void;
  /** For another session: the server decides on opening what a visitor hears of. */
  reopen(): void;
}

/** One connection for the tab, open while a listener is subscribed and the tab is visible. */
export function createLive(connect: (address: string) => Source = (address) => new EventSource(address)): Live {
  const listeners = new Set<LiveListener>();
  let source: Source | null = null;
  let position: string | null = null;
  const pauses = new Pauses(BACKOFF);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const isWanted = () => listeners.size > 0 && !document.hidden;

  function close(): void {
    source?.close();
    source = null;
    clearTimeout(retry);
    clearTimeout(silence);
  }

  function later(): void {
    close();
    retry = setTimeout(open, pauses.next());
  }

  function awaitSign(): void {
    clearTimeout(silence);
    silence = setTimeout(later, SILENCE_MS);
  }

  function open(): void {
    if (source || !isWanted()) return;
    clearTimeout(retry);
    const parameters = new URLSearchParams();
    const organizationId = chosenOrganizationId();
    if (organizationId) parameters.set('organizationId', organizationId);
    if (position !== null) parameters.set('after', position);
    const opened = connect(`/api/live?${parameters}`);
    source = opened;
    const on = <Message>(name: string, handle: (message: Message) => void) =>
      opened.addEventListener(name, (event) => {
        if (source !== opened) return;
        const { data, lastEventId } = event as MessageEvent<string>;
        position = lastEventId;
        pauses.reset();
        awaitSign();
        handle(JSON.parse(data) as Message);
      });
    on('opened', () => undefined);
    on('beat', () => undefined);
    on<LiveMessage<'changed'>>('changed', ({ changes }) => {
      // Later reads must include this change, whichever process answers them.
      notePosition(position);
      for (const listener of listeners) listener.onChanges(changes);
    });
    on('lost', () => {
      for (const listener of listeners) listener.onLost();
    });
    on('ended', () => {
      later();
      for (const listener of listeners) listener.onEnded();
    });
    opened.addEventListener('error', () => {
      if (source !== opened) return;
      const isRefused = opened.readyState === EventSource.CLOSED;
      later();
      if (isRefused) for (const listener of listeners) listener.onEnded();
    });
    awaitSign();
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN_MS);
    else open();
  });
  addEventListener('online', open);

  return {
    reopen() {
      close();
      pauses.reset();
      open();
    },
    follow(listener) {
      listeners.add(listener);
      open();
      return () => {
        listeners.delete(listener);
        // After the next page's components have subscribed.
        setTimeout(() => {
          if (listeners.size === 0) close();
        });
      };
    },
  };
}

let ofThisTab: Live | undefined;

export const reopenLive = (): void => ofThisTab?.reopen();

export function useLive(listener: LiveListener, isOn: boolean): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    if (!isOn) return;
    ofThisTab ??= createLive();
    return ofThisTab.follow({
      onChanges: (changes) => current.current.onChanges(changes),
      onLost: () => current.current.onLost(),
      onEnded: () => current.current.onEnded(),
    });
  }, [isOn]);
}
