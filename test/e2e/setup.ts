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

/** Before all files: images of the sources as they are, and one deployment of them for all tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // testcontainers cleans up behind a killed run with an image of its own, which cannot be had everywhere. This is for
  // the process that runs all files; vitest.config.ts has it for those that run one.
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
