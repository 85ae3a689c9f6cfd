import { z } from 'zod';
import { LogFile } from './log-file.ts';
import type { LogView } from './log-view.ts';
import { combinedName, type ProcessPlan } from './plan.ts';
import type { ProcessesFile } from './processes-file.ts';
import { withSourcePositions } from './source-positions.ts';
import { SupervisedProcess } from './supervisor.ts';

export type ReplicaOptions = {
  plan: ProcessPlan;
  entry: string;
  logFile: string;
  view: LogView;
  processes: ProcessesFile;
};

/** Supervises the process of a replica: shows and stores its output, and lists it in processes.json. */
export class Replica {
  readonly name: string;
  readonly service: string;
  /** The last error that the replica logged; undefined without one. */
  lastComplaint: string | undefined;
  readonly #opsPort: number;
  readonly #process: SupervisedProcess;

  constructor({ plan, entry, logFile, view, processes }: ReplicaOptions) {
    const { service, replica, env, opsPort } = plan;
    this.name = `${service}-${replica}`;
    this.service = service;
    this.#opsPort = opsPort;
    const log = new LogFile(logFile);
    this.#process = new SupervisedProcess(
      { name: this.name, entry, args: service === combinedName ? ['serve'] : [], env },
      {
        started: (pid) => processes.started(service, replica, pid),
        ended: (how, restartInMs) => {
          processes.ended(service, replica);
          const when = restartInMs === 0 ? 'now' : `in ${restartInMs} ms`;
          view.say(`${this.name} ended (${how}); starting it again ${when}`);
        },
        stopped: () => processes.ended(service, replica),
        line: (built) => {
          const line = withSourcePositions(built);
          log.write(`${line}\n`);
          view.line(this.name, line, { hasServices: service === combinedName });
          this.lastComplaint = complaintIn(line) ?? this.lastComplaint;
        },
      },
    );
  }

  get earlyExits(): number {
    return this.#process.earlyExits;
  }

  start(): void {
    this.#process.start();
  }

  /** Prevents further restarts. */
  disableRestarts(): void {
    this.#process.disableRestarts();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  kill(): void {
    this.#process.kill();
  }

  /** Returns `ready`, or the reason why not: what /readyz reports, or that it does not answer. */
  async readiness(): Promise<string> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#opsPort}/readyz`, {
        signal: AbortSignal.timeout(3_000),
      });
      const answer = await response.text();
      return response.ok ? 'ready' : answer;
    } catch {
      return 'it does not answer';
    }
  }
}

const logLine = z.object({
  level: z.string().optional(),
  msg: z.string().optional(),
  err: z.object({ message: z.string().optional() }).optional(),
});

function complaintIn(line: string): string | undefined {
  if (!line.startsWith('{')) return line.includes('Error') ? line : undefined;
  try {
    const { level, msg, err } = logLine.parse(JSON.parse(line));
    if (level !== 'error' && level !== 'fatal') return undefined;
    return [msg, err?.message].filter(Boolean).join(': ');
  } catch {
    return undefined;
  }
}
