import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { isLoopback } from '../config.ts';

const FORWARDING = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Operators read metrics: whoever asks from this very machine, or holds the token (D14). Behind a proxy on the same machine
 * everybody's address is loopback, so what was forwarded, or is addressed to another name, has to show the token,
 * whatever proxies are trusted.
 */
export function mayReadMetrics(request: Request, token: string | undefined): boolean {
  const bearer = /^Bearer (.+)$/i.exec(request.get('Authorization') ?? '')?.[1];
  if (token !== undefined && bearer !== undefined && isSame(bearer, token)) return true;
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
  return !isForwarded && isThisMachine(request.socket.remoteAddress) && isLoopback(request.hostname ?? '');
}

const isThisMachine = (address = ''): boolean => /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);

/** Digests are of one length, so that neither length nor content shows in the time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
