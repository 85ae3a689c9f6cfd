import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { backoff } from '@parley/core';

export type SupervisedProgram = {
  /** For messages, for instance `messaging-2`. */
  name: string;
  entry: string;
  env: Readonly<Record<string, string>>;
};

export type SupervisorEvents = {
  started(pid: number): void;
  /** It ended without being told to; it starts again after `restartInMs`. */
  ended(how: string, restartInMs: number): void;
  /** It ended because it was told to. */
  stopped(): void;
  line(line: string): void;
};

/** Living this long counts as having started well. */
const SETTLED_MS = 10_000;
/** The first restart is at once; one that fails repeatedly gets longer pauses. */
const RESTART = { baseMs: 100, maxMs: 5_000 };
/**
 * One that ends well was told to by somebody else, who tells us too in a moment where all processes are told at once (a
 * container that stops, a terminal that closes): it must not start again for that moment.
 */
const TOLD_PAUSE_MS = 250;
/** A service drains in under 10 s; what takes longer hangs. */
const STOP_MS = 12_000;

/**
 * Keeps one process running until it is stopped. Output lines are handed on; the process has a group of its own,
 * so that a Ctrl-C at the terminal reaches the launcher alone, which stops things in order.
 */
export class SupervisedProcess {
  readonly #program: SupervisedProgram;
  readonly #events: SupervisorEvents;
  #child: ChildProcess | undefined;
  #gone: Promise<void> = Promise.resolve();
  #restartTimer: NodeJS.Timeout | undefined;
  #stopping = false;
  #quickDeaths = 0;

  constructor(program: SupervisedProgram, events: SupervisorEvents) {
    this.#program = program;
    this.#events = events;
  }

  get name(): string {
    return this.#program.name;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How often it has died soon after its start, one time after the other. */
  get quickDeaths(): number {
    return this.#quickDeaths;
  }

  start(): void {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['--enable-source-maps', this.#program.entry], {
      env: this.#program.env,
      // Nothing is said on the channel: that it closes tells the process that the launcher is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream! }).on('line', (line) => this.#events.line(line));
    }
    this.#gone = new Promise((resolve) => {
      const once = (how: string, wasTold = false) => {
        if (this.#child !== child) return;
        this.#child = undefined;
        this.#ended(how, performance.now() - startedAt, wasTold);
        resolve();
      };
      child.once('error', (error) => once(error.message));
      child.once('exit', (code, signal) => once(signal ?? `exit code ${code}`, code === 0));
    });
    if (child.pid !== undefined) this.#events.started(child.pid);
  }

  /** From now on it is not started again when it ends. */
  letGo(): void {
    this.#stopping = true;
    clearTimeout(this.#restartTimer);
  }

  /** Asks it to drain and end; SIGKILL when it takes too long. Resolves once it is gone. */
  async stop(): Promise<void> {
    this.letGo();
    this.#child?.kill('SIGCONT');
    this.#child?.kill('SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  /** Ends it at once, for good. */
  kill(): void {
    this.letGo();
    this.#child?.kill('SIGKILL');
  }

  #ended(how: string, livedMs: number, wasTold: boolean): void {
    if (this.#stopping) {
      this.#events.stopped();
      return;
    }
    this.#quickDeaths = livedMs >= SETTLED_MS ? 0 : this.#quickDeaths + 1;
    const atLeast = wasTold ? TOLD_PAUSE_MS : 0;
    const pause = Math.max(
      atLeast,
      this.#quickDeaths <= 1 ? 0 : Math.round(backoff(this.#quickDeaths - 2, RESTART)),
    );
    this.#restartTimer = setTimeout(() => this.start(), pause);
    this.#events.ended(how, pause);
  }
}
