import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalendlyServer, startCalendlyServer } from '../support/calendly-server.ts';
import { type Cast, createCast } from '../support/cast.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';
import { IN_THE_BROWSER, type LineOf, REQUIREMENTS, type Subject } from './requirements.ts';

/** The start of every case: a portal, a school with one document of each kind, and one person per role. */
export interface Scene {
  readonly server: TestServer;
  readonly world: World;
  readonly cast: Cast;
  readonly calendly: CalendlyServer;
}

type Case = (scene: Scene) => Promise<void> | void;

/** Runs one test over HTTP for each line of a subject. */
export function conform<S extends Subject>(subject: S, cases: Readonly<Record<LineOf<S>, Case>>): void {
  describe(`requirements: ${subject}`, () => {
    let scene: Scene;
    beforeAll(async () => {
      const calendly = await startCalendlyServer();
      const environment = { RATE_LIMITS: 'off', CALENDLY_API_URL: calendly.url, WEBHOOK_ALLOW_PRIVATE: '1' };
      const server = await startTestServer({ environment });
      const world = await createWorld(server, `required-${subject}`);
      scene = { server, world, cast: await createCast(server, world), calendly };
    });
    afterAll(async () => {
      await scene.server.close();
      await scene.calendly.close();
    });
    test('has each line once, for the server or for the browser', () => {
      const lines = [...REQUIREMENTS[subject], ...IN_THE_BROWSER[subject]];
      expect(new Set<string>(lines).size).toBe(lines.length);
    });
    test.each(Object.entries<Case>(cases))('%s', (_, shows) => shows(scene));
  });
}
