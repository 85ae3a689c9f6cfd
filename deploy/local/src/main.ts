import { ConfigError } from '@parley/core';
import { SetupError } from '@parley/embedded';
import { readConfig } from './config.ts';
import { createLauncher, StoppedError } from './launcher.ts';

/** A Ctrl-C may reach us twice: from the terminal, and handed on by the program that started us. */
const ECHO_MS = 500;

try {
  const launcher = createLauncher({ config: readConfig(process.env) });
  let stoppingSince: number | undefined;
  const stop = async (hard: boolean): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (!hard || performance.now() - stoppingSince < ECHO_MS) return;
      launcher.kill();
      process.exit(130);
    }
    stoppingSince = performance.now();
    process.stdout.write('\nStopping (again to stop at once)\n');
    await launcher.stop();
    process.stdout.write('Stopped\n');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(true));
  // Whoever started us is gone, and the terminal with them.
  process.on('disconnect', () => void stop(false));
  process.stdout.on('error', () => void stop(false));
  await launcher.start();
} catch (error) {
  if (!(error instanceof StoppedError)) {
    const expected = error instanceof SetupError || error instanceof ConfigError;
    process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}
