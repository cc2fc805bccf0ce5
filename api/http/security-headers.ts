import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isHttps } from '../auth/origin.ts';
import type { Site } from '../config/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const MEETINGS = '(self "https://zoom.us" "https://app.zoom.us")';
const PERMISSIONS = `camera=${MEETINGS}, microphone=${MEETINGS}, display-capture=${MEETINGS}, fullscreen=*, geolocation=(), payment=(), usb=(), browsing-topics=()`;

export function securityHeaders(site: Site, { isDevelopment }: { isDevelopment: boolean }): RequestHandler {
  const policy = contentSecurityPolicy({ isDevelopment });
  const headers = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  return (request, response, next) => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Permissions-Policy', PERMISSIONS);
    if (isHttps(request, site)) response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    headers(request, response, next);
  };
}
