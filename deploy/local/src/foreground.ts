import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConfigError, errorMessage } from '@parley/core';
import { MigrationError } from '@parley/db';
import { SetupError } from '@parley/embedded';
import { type Launcher, StoppedError } from './launcher.ts';

/** Milliseconds within which a second signal does not count: a Ctrl-C may arrive from the terminal and from the program that started us. */
const ECHO_MS = 500;

/**
 * Runs a launcher in the foreground until SIGINT, SIGTERM, SIGHUP, or the end of the parent process. A second signal kills all
 * processes immediately. A launcher that only prepares stops when everything is ready. The exit code is 0 after an orderly
 * stop, 1 when the launcher cannot start (after printing the reason), and 130 after a second signal.
 */
export async function runInForeground(create: () => Launcher): Promise<void> {
  try {
    const launcher = create();
    handleSignals(launcher);
    await launcher.start();
    if (launcher.onlyPrepares) {
      await launcher.stop();
      process.exit(0);
    }
    releaseMemory();
  } catch (error) {
    if (error instanceof StoppedError) return;
    const expected = [ConfigError, MigrationError, SetupError].some((kind) => error instanceof kind);
    const stack = error instanceof Error ? error.stack : undefined;
    process.stderr.write(`${(expected ? undefined : stack) ?? errorMessage(error)}\n`);
    process.exit(1);
  }
}

/** Returns the memory that the start needed. The launcher only waits afterwards, and V8 would take minutes. */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function handleSignals(launcher: Launcher): void {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < ECHO_MS) return;
      launcher.kill();
      process.exit(130);
    }
    stoppingSince = performance.now();
    process.stdout.write('Stopping (again to stop at once)\n');
    await launcher.stop();
    process.stdout.write('Stopped\n');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // The parent process has ended, perhaps together with the terminal.
  const abandoned = () => {
    if (stoppingSince === undefined) void stop();
  };
  process.on('disconnect', abandoned);
  process.stdout.on('error', abandoned);
}
