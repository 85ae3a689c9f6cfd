// Runs the launcher as a separate program with fake services.
import { readConfig } from '../src/config.ts';
import { runInForeground } from '../src/foreground.ts';
import { createLauncher } from '../src/launcher.ts';
import { fakeService } from './fake-service.ts';

const projectRoot = process.env.FAKE_PROJECT_ROOT!;
await runInForeground(() =>
  createLauncher({
    config: { ...readConfig(process.env), projectRoot, dataDir: `${projectRoot}/data` },
    entryOf: () => fakeService,
    seed: async () => {},
  }),
);
