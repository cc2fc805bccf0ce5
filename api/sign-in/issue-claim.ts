import type { Response } from 'express';
import { CLAIM_SECONDS } from '../auth/claims.ts';
import { setCookie } from '../auth/cookies.ts';
import type { Services } from '../composition/services.ts';
import type { RequestContext } from '../http/request-context.ts';

/** Lets this browser link the application to an account later. */
export function issueClaim(
  { claims }: Pick<Services, 'claims'>,
  applicationId: string,
  context: RequestContext,
  response: Response,
): void {
  const held = [...context.claims.filter((id) => id !== applicationId), applicationId];
  setCookie(response, 'claim', claims.seal(held), { isSecure: context.isHttps, maxAge: CLAIM_SECONDS });
}
