import { setTimeout as pause } from 'node:timers/promises';
import type { Composition } from './composition/composition.ts';
import { ConfigRefused, readConfig } from './config/config.ts';
import { failureLine } from './logging/failure-line.ts';
import { createLogger } from './logging/logging.ts';
import { createDemo, type Demo, finishedDemo } from './operator/demo/create-demo.ts';
import { isAllOf, openDemoRun } from './operator/demo/demo-run.ts';
import { describeDemo } from './operator/describe-demo.ts';
import { createProgressBar } from './operator/progress-bar.ts';
import { collectWhenIdle } from './runtime/collect-when-idle.ts';
import { lowerCollectors } from './runtime/lower-collectors.ts';
import { type RunningServer, startServer } from './server.ts';

const DEMO_APPLICATIONS = 300;
const LOOK_EVERY_MS = 100;

/** Longer than all waits of a normal stop. */
const STOP_MS = 8500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const isDevelopment = process.argv.includes('--dev');
  if (isDevelopment && !config.isTrial) {
    throw new ConfigRefused(
      '--dev serves the sources to anyone who can reach the portal. Use it only where HOST and PUBLIC_URL are loopback and NODE_ENV is not production.',
    );
  }
  lowerCollectors();
  const logger = createLogger(config.logLevel, undefined, config.mailFrom);
  let server: RunningServer | undefined;
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    const begun = performance.now();
    const length = () => ({ ms: Math.round(performance.now() - begun) });
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.error(length(), 'stopped before all work had finished');
      process.exit(1);
    }, STOP_MS).unref();
    await server?.close();
    logger.info(length(), 'stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  let demo: Demo | undefined;
  server = await startServer(config, {
    isDevelopment,
    logger,
    prepare: async (composition) => {
      if (config.isDemo && config.role !== 'api') demo = await demoOf(composition);
    },
  });
  const { engine, requests } = server.composition;
  void engine.whenReady().then(() => collectWhenIdle(requests));
  console.log(demo ? describeDemo(demo, server.services.site.publicUrl.origin) : `Intake listens on ${server.url}`);
}

/** Creates the demo school in an empty log, and prints at each start how to sign in. */
async function demoOf(composition: Composition): Promise<Demo | undefined> {
  const { environment, engine, log, leading } = composition;
  do {
    const run = await openDemoRun(environment.vault).get();
    if (run?.result) return finishedDemo(environment);
    if (run ? leading.isLeading && !(await isAllOf(log, run)) : (await log.head()) > 0n) return undefined;
  } while (!leading.isLeading && (await pause(LOOK_EVERY_MS, true)));
  await engine.whenReady();
  const bar = createProgressBar(process.stderr);
  try {
    return await createDemo(environment, {
      applications: DEMO_APPLICATIONS,
      isLocal: composition.site.isLocal,
      onProgress: bar.show,
      settle: (position) => engine.waitFor(position),
    });
  } finally {
    bar.clear();
  }
}

main().catch((error: unknown) => {
  console.error(failureLine(error));
  process.exit(1);
});
