import type { TestProject } from 'vitest/node';
import { beginRun, endRun, migrate, type Run } from './containers.ts';
import { deploy } from './deployment.ts';
import { buildImages } from './images.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    run: Run;
  }
}

/** Before all files: images of the sources as they are, and one deployment of them for all tests. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';
  await buildImages();
  const startedAt = performance.now();
  const run = await beginRun();
  const tearDown = () => endRun(run);
  try {
    await deploy(run, migrate);
  } catch (error) {
    await tearDown();
    throw error;
  }
  process.stdout.write(
    `Parley runs in containers (${Math.round((performance.now() - startedAt) / 1_000)} s)\n`,
  );
  project.provide('run', run);
  return tearDown;
}
