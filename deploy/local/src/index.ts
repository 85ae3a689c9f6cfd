export { type LauncherConfig, type Replicas, readConfig } from './config.ts';
export { createLauncher, type Inside, type Launcher, type LauncherOptions } from './launcher.ts';
export type { ProcessEntry } from './processes-file.ts';
export type { SeedContext } from './seed-context.ts';
