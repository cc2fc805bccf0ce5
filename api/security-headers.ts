import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isHttps } from './auth/origin.ts';
import type { Site } from './config.ts';

/** Hosts whose widgets stand in content steps (spec §2): scheduling, video, meetings. */
const WIDGETS = [
  'https://calendly.com',
  'https://*.calendly.com',
  'https://player.vimeo.com',
  'https://vimeo.com',
  'https://zoom.us',
  'https://*.zoom.us',
];
const MEETINGS = '(self "https://zoom.us" "https://app.zoom.us")';
const PERMISSIONS = `camera=${MEETINGS}, microphone=${MEETINGS}, display-capture=${MEETINGS}, fullscreen=*, geolocation=(), payment=(), usb=(), browsing-topics=()`;

/** What every answer carries; `isDevelopment` lets the dev server's inline preamble and socket through. */
export function securityHeaders(site: Site, { isDevelopment }: { isDevelopment: boolean }): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Component libraries write style elements; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: isDevelopment ? ["'self'", 'ws:'] : ["'self'"],
        frameSrc: ["'self'", ...WIDGETS],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS);
    if (isHttps(request, site)) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    headers(request, response, next);
  };
}
