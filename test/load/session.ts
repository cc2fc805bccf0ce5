import { createClient } from '../support/client.ts';

type Document = Readonly<Record<string, unknown>>;
type Method = 'GET' | 'POST' | 'PUT';

/** What all of them together have met with. */
export interface Findings {
  requests: number;
  /** Answers that came before the read models had what was written, after two seconds, and said so. */
  behind: number;
  /** Milliseconds, the longest first. */
  slowest: number[];
  readonly problems: string[];
}

/** One browser, which notes every answer that is not a 200. */
export interface Session {
  send(method: Method, path: string, body?: Document, tries?: number): Promise<Document>;
  /** The same person in another window. */
  again(): Session;
  /** Notes that something was not as it must be. */
  complain(what: string): void;
}

const REMEMBERED = 1000;
/** So often a read is repeated that came before the read models. */
const PATIENCE = 20;

export function createSession(url: string, findings: Findings, cookies: Iterable<[string, string]> = []): Session {
  const client = createClient(url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const complain = (what: string) => void findings.problems.push(what);
  /** Of the last write: sent back as the web client does, so that a read waits where the write could not. */
  let position: string | undefined;
  return {
    complain,
    again: () => createSession(url, findings, client.cookies),
    async send(method, path, body, tries = 0) {
      const began = performance.now();
      const response = await client.raw({
        method,
        path,
        ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as Document;
      findings.requests += 1;
      findings.slowest = [...findings.slowest, performance.now() - began].sort((a, b) => b - a).slice(0, REMEMBERED);
      if (response.status !== 200) complain(`${method} ${path}: ${response.status} ${String(answer.message)}`);
      position = response.headers.get('x-position') ?? position;
      if (response.headers.has('x-read-model')) {
        findings.behind += 1;
        // Says itself that it may be old; only what does not say so must hold what was written.
        if (method === 'GET' && tries < PATIENCE) return this.send(method, path, body, tries + 1);
      }
      return answer;
    },
  };
}

/** The end of the run in a few lines. */
export function told(
  { requests, behind, slowest, problems }: Findings,
  { accounts, seconds }: { readonly accounts: number; readonly seconds: number },
): string {
  const rate = (requests / seconds).toFixed(0);
  const slow = slowest[Math.min(slowest.length - 1, Math.floor(requests / 100))] ?? 0;
  return [
    `${accounts} accounts at once: ${requests} requests in ${seconds.toFixed(1)} s (${rate}/s), the slowest 1 % took ${slow.toFixed(0)} ms or more`,
    ...(behind > 0 ? [`${behind} answers came before the read models, as this machine is too busy`] : []),
    ...problems.slice(0, 20),
    `${problems.length} problems`,
  ].join('\n');
}
