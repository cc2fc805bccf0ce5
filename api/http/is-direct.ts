import type { Request } from 'express';
import { isLoopback } from '../config/config.ts';

const FORWARDING =
  /^(?:(?:x-)?forwarded(?:-.*)?|x-(?:real|client|cluster-client|original|envoy|amzn|azure)-.*|via|client-ip|true-client-ip|cf-.*|cdn-loop|fastly-.*|fly-.*|ngrok-.*|tailscale-.*)$/;
const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/**
 * True if a program on this machine connects directly. A local proxy connects from loopback too, so a forwarded request is
 * never direct. The Host must be loopback as well, because a page that rebinds its DNS name to 127.0.0.1 sends its own name.
 */
export function isDirectFromThisMachine({ headers, socket }: Request): boolean {
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  const hostname = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  return !isForwarded && LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') && isLoopback(hostname);
}
