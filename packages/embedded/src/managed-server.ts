import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from './errors.ts';
import { isFrozen } from './processes.ts';

/** How a process has ended: with an exit code, or by a signal. */
export type ServerExit = { code: number | null; signal: NodeJS.Signals | null };

/** A server process that this process starts and stops. Its port and data stay the same after a restart. */
export type ManagedServer = {
  readonly name: string;
  /** ID of the running process, or of the last one. */
  readonly pid: number;
  readonly port: number;
  /** Connection URL with credentials. */
  readonly url: string;
  readonly running: boolean;
  readonly exited: Promise<ServerExit>;
  /** Shuts the server down in an orderly way. Resolves when the process has ended, or immediately when it does not run. */
  stop(): Promise<void>;
  /** Sends a signal to the server process. Default: SIGKILL. SIGSTOP freezes it, and SIGCONT continues it. */
  kill(signal?: NodeJS.Signals): void;
  /** Freezes the server process. Resolves when all its threads have stopped. `kill('SIGCONT')` continues it. */
  freeze(): Promise<void>;
  /** Starts the server again after it has ended. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Stops the server and starts it again. With `hard`, it is killed instead of stopped. */
  restart(options?: { hard?: boolean }): Promise<void>;
};

export type ServerPlan = {
  name: string;
  port: number;
  url: string;
  logFile: string;
  /** Time limit in milliseconds until the server accepts connections. */
  startTimeoutMs: number;
  stopSignal: NodeJS.Signals;
  /** Time limit in milliseconds for an orderly shutdown. After it, the process is killed. */
  stopTimeoutMs: number;
  /** Runs before every start. Ends a server that an earlier process has left running, and writes the configuration. */
  prepare(): Promise<void>;
  command(): { file: string; args: string[]; options: SpawnOptions };
  /** Tries to connect. Rejects while the server does not accept connections. */
  probe(): Promise<void>;
  /** Returns whether to try again when the process has ended during its start. @param logTail the end of its log */
  retryable(logTail: string): boolean;
};

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Servers that this process has started. They are stopped when this process exits, except when it is killed. */
const running = new Set<ServerProcess>();
process.on('exit', () => {
  for (const server of running) server.abandon();
});

/** Starts a server. Resolves when it accepts connections. @throws SetupError when it does not start */
export async function launchServer(plan: ServerPlan): Promise<ManagedServer> {
  const server = new ServerProcess(plan);
  await server.start();
  return server;
}

class ServerProcess implements ManagedServer {
  readonly #plan: ServerPlan;
  #child: ChildProcess | undefined;
  #exited: Promise<ServerExit> = Promise.resolve({ code: 0, signal: null });
  /** Position in the log file at which the output of the current process starts. */
  #logStart = 0;

  constructor(plan: ServerPlan) {
    this.#plan = plan;
  }

  get name(): string {
    return this.#plan.name;
  }

  get port(): number {
    return this.#plan.port;
  }

  get url(): string {
    return this.#plan.url;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get exited(): Promise<ServerExit> {
    return this.#exited;
  }

  async start(): Promise<void> {
    if (this.running) return;
    const deadline = performance.now() + this.#plan.startTimeoutMs;
    for (let attempt = 0; ; attempt += 1) {
      await this.#plan.prepare();
      this.#spawn();
      const failure = await this.#ready(deadline);
      if (failure === undefined) return;
      await this.stop();
      if (!this.#plan.retryable(failure) || performance.now() >= deadline) {
        throw new SetupError(
          `${this.name} did not start: ${lastReason(failure)} (log: ${this.#plan.logFile})`,
        );
      }
      await delay(Math.min(50 * 2 ** attempt, 1000));
    }
  }

  async stop(): Promise<void> {
    if (!this.running) {
      await this.#exited;
      return;
    }
    this.abandon();
    const timer = setTimeout(() => this.kill('SIGKILL'), this.#plan.stopTimeoutMs);
    await this.#exited;
    clearTimeout(timer);
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (this.running) this.#child?.kill(signal);
  }

  async freeze(): Promise<void> {
    this.kill('SIGSTOP');
    // SIGSTOP takes effect with a short delay, for one thread after the other.
    while (this.running && !isFrozen(this.pid)) await delay(1);
  }

  async restart(options: { hard?: boolean } = {}): Promise<void> {
    if (options.hard) {
      this.kill('SIGKILL');
      await this.#exited;
    } else {
      await this.stop();
    }
    await this.start();
  }

  /** Requests an orderly shutdown without waiting for it. Called when this process exits. */
  abandon(): void {
    this.kill('SIGCONT');
    this.kill(this.#plan.stopSignal);
  }

  #spawn(): void {
    const { file, args, options } = this.#plan.command();
    rotate(this.#plan.logFile);
    this.#logStart = sizeOf(this.#plan.logFile);
    const log = openSync(this.#plan.logFile, 'a', 0o600);
    try {
      // The server runs in its own process group. So Ctrl-C reaches only this process, which then stops its servers itself.
      const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] });
      this.#child = child;
      running.add(this);
      this.#exited = new Promise<ServerExit>((resolve) => {
        child.once('exit', (code, signal) => resolve({ code, signal }));
        child.once('error', () => resolve({ code: 127, signal: null }));
      });
      void this.#exited.then(() => {
        if (this.#child === child) running.delete(this);
      });
    } finally {
      closeSync(log);
    }
  }

  /** When the server ends or takes too long, returns the end of its log. */
  async #ready(deadline: number): Promise<string | undefined> {
    const ended = this.#exited.then(() => 'ended' as const);
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 100)) {
      const outcome = await Promise.race([
        ended,
        this.#plan.probe().then(
          () => 'ready' as const,
          () => 'waiting' as const,
        ),
      ]);
      // When the port is in use, the server of another process may answer the probe. Then our own process has ended.
      if (outcome === 'ready' && this.running) return undefined;
      if (outcome === 'ended' || !this.running) return tailOf(this.#plan.logFile, this.#logStart);
      if (performance.now() >= deadline)
        return `no answer in time\n${tailOf(this.#plan.logFile, this.#logStart)}`;
      await Promise.race([ended, delay(pauseMs)]);
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function tailOf(file: string, from: number): string {
  const text = readFileSync(file).subarray(from).toString('utf8');
  return text.slice(-4000).trim();
}

/** Returns the line of a log that best explains a failure, without its time. */
function lastReason(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const informative = /invalid value for parameter|FATAL|\[FTL\]|\berror\b/i;
  const line = lines.find((candidate) => informative.test(candidate)) ?? lines.at(-1) ?? 'it gave no reason';
  return line.replace(/^.*?(?:LOG|FATAL|\[FTL\]):?\s+/, '').trim();
}

/** Renames a log that has become too large, and replaces the older one. So at most two files are kept. */
function rotate(file: string): void {
  if (sizeOf(file) > LOG_LIMIT_BYTES) renameSync(file, `${file}.old`);
}
