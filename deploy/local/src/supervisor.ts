import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { backoff } from '@parley/core';

export type SupervisedProgram = {
  /** Name in log messages, for instance `messaging-2`. */
  name: string;
  entry: string;
  args?: readonly string[];
  env: Readonly<Record<string, string>>;
};

export type SupervisorEvents = {
  started(pid: number): void;
  /** Called when the process ended unexpectedly. It will restart after `restartInMs` milliseconds. */
  ended(how: string, restartInMs: number): void;
  /** Called when the process ended because the supervisor stopped it. */
  stopped(): void;
  line(line: string): void;
};

/** Lifetime in milliseconds after which a process counts as successfully started. */
const SETTLED_MS = 10_000;
/** Delays before restarts, in milliseconds. The first restart is immediate. Repeated failures get longer delays. */
const RESTART = { baseMs: 100, maxMs: 5_000 };
/**
 * Delay in milliseconds before a restart after an orderly exit. Such a process got a signal from outside. If all processes get
 * that signal (because a container stops or a terminal closes), it also reaches the launcher within this time, which prevents
 * the restart.
 */
const CLEAN_EXIT_PAUSE_MS = 250;
/** Time limit of a stop, in milliseconds. Services drain within 10 s, so a slower one hangs. */
const STOP_MS = 12_000;

/** Keeps a process running until it is stopped. It has its own process group, so Ctrl-C at the terminal reaches only the launcher. */
export class SupervisedProcess {
  readonly #program: SupervisedProgram;
  readonly #events: SupervisorEvents;
  #child: ChildProcess | undefined;
  #gone: Promise<void> = Promise.resolve();
  #restartTimer: NodeJS.Timeout | undefined;
  #stopping = false;
  #earlyExits = 0;

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

  /** Number of consecutive exits within SETTLED_MS of the start. */
  get earlyExits(): number {
    return this.#earlyExits;
  }

  start(): void {
    const startedAt = performance.now();
    const { entry, args = [], env } = this.#program;
    const child = spawn(process.execPath, [entry, ...args], {
      env,
      // The IPC channel carries no messages. When it closes, the process detects that the launcher has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#events.line(line));
    }
    this.#gone = new Promise((resolve) => {
      const once = (how: string, wasClean = false) => {
        if (this.#child !== child) return;
        this.#child = undefined;
        this.#ended(how, performance.now() - startedAt, wasClean);
        resolve();
      };
      child.once('error', (error) => once(error.message));
      child.once('exit', (code, signal) => once(signal ?? `exit code ${code}`, code === 0));
    });
    if (child.pid !== undefined) this.#events.started(child.pid);
  }

  /** Prevents further restarts. */
  disableRestarts(): void {
    this.#stopping = true;
    clearTimeout(this.#restartTimer);
  }

  /** Asks the process to drain and exit, and kills it when that takes too long. Resolves when it has exited. */
  async stop(): Promise<void> {
    this.disableRestarts();
    this.#child?.kill('SIGCONT');
    this.#child?.kill('SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  /** Kills the process immediately and prevents restarts. */
  kill(): void {
    this.disableRestarts();
    this.#child?.kill('SIGKILL');
  }

  #ended(how: string, livedMs: number, wasClean: boolean): void {
    if (this.#stopping) {
      this.#events.stopped();
      return;
    }
    this.#earlyExits = livedMs >= SETTLED_MS ? 0 : this.#earlyExits + 1;
    const atLeast = wasClean ? CLEAN_EXIT_PAUSE_MS : 0;
    const pause = Math.max(
      atLeast,
      this.#earlyExits <= 1 ? 0 : Math.round(backoff(this.#earlyExits - 2, RESTART)),
    );
    this.#restartTimer = setTimeout(() => this.start(), pause);
    this.#events.ended(how, pause);
  }
}
