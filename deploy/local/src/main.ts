import { readConfig } from './config.ts';
import { runInForeground } from './foreground.ts';
import { createLauncher } from './launcher.ts';

await runInForeground(() => createLauncher({ config: readConfig(process.env) }));
