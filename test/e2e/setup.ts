import type { TestProject } from 'vitest/node';
import { beginRun, endRun, type Run } from './containers.ts';
import { deploy } from './deployment.ts';
import { buildImages, type Server } from './images.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    run: Run;
    servers: Server[];
  }
}

/** Runs before all files: builds images of the current sources, and starts one deployment of them for all tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // testcontainers cleans up after a killed run with a separate image, which is not available everywhere. This setting
  // is for the main process; vitest.config.ts has it for the worker processes.
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  const servers = await buildImages();
  const startedAt = performance.now();
  const run = await beginRun();
  const tearDown = () => endRun(run);
  try {
    await deploy(run);
  } catch (error) {
    await tearDown();
    throw error;
  }
  process.stdout.write(
    `Parley runs in containers (${Math.round((performance.now() - startedAt) / 1_000)} s)\n`,
  );
  project.provide('run', run);
  project.provide('servers', servers);
  return tearDown;
}
