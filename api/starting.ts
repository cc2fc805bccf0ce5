import type { RequestListener } from 'node:http';
import type { Problem } from './contract/problem.ts';

const RETRY_AFTER_SECONDS = '1';

/** What is answered until the stores are open, which may take a while where these start at the same time: the process is well, but not ready. */
export const answerWhileStarting: RequestListener = ({ url = '' }, response) => {
  if (url.split('?')[0] === '/healthz') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
    return;
  }
  const message = 'Intake is starting. Please try again in a moment.';
  const problem: Problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, message };
  response
    .writeHead(503, {
      'Retry-After': RETRY_AFTER_SECONDS,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/problem+json',
    })
    .end(JSON.stringify(problem));
};
