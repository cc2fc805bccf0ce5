import { createDemo, type Demo } from '../commands/demo/create-demo.ts';
import type { Composition } from './composition.ts';
import { readConfig } from './config.ts';
import { failureLine } from './failure-line.ts';
import { describeDemo } from './operator/describe-demo.ts';
import { createProgressBar } from './operator/progress-bar.ts';
import { startServer } from './server.ts';

const DEMO_APPLICATIONS = 300;

/** The server: reads the environment, starts everything, stops on SIGTERM and SIGINT within ten seconds. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  let demo: Demo | undefined;
  const server = await startServer(config, {
    isDevelopment: process.argv.includes('--dev'),
    prepare: async (composition) => {
      if (config.isDemo) demo = await createDemoIfEmpty(composition);
    },
  });
  console.log(demo ? describeDemo(demo, server.url) : `Intake listens on ${server.url}`);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

/** So that a newcomer meets a living school; on a log that holds anything at all nothing is added. */
async function createDemoIfEmpty({ environment, engine, log }: Composition): Promise<Demo | undefined> {
  if ((await log.head()) > 0n) return undefined;
  const bar = createProgressBar(process.stderr);
  try {
    return await createDemo(environment, {
      applications: DEMO_APPLICATIONS,
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
