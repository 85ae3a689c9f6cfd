import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const processEntry = z.object({
  /** Name of a service, or `postgresql` or `nats`. */
  service: z.string(),
  /** Number of the replica, counted from 1. */
  replica: z.number(),
  pid: z.number(),
});

/** A running process as listed in `processes.json`. Other programs read that file. */
export type ProcessEntry = z.infer<typeof processEntry>;

/** Maintains `<data dir>/processes.json`, the list of running processes. Each change rewrites the file. */
export class ProcessesFile {
  readonly #file: string;
  readonly #entries = new Map<string, ProcessEntry>();

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'processes.json');
    this.#write();
  }

  started(service: string, replica: number, pid: number): void {
    this.#entries.set(`${service} ${replica}`, { service, replica, pid });
    this.#write();
  }

  ended(service: string, replica: number): void {
    if (this.#entries.delete(`${service} ${replica}`)) this.#write();
  }

  entries(): ProcessEntry[] {
    return [...this.#entries.values()].sort(
      (a, b) => a.service.localeCompare(b.service) || a.replica - b.replica,
    );
  }

  /** Writes the file atomically, so that readers see either the old or the new list. */
  #write(): void {
    const lines = this.entries().map((entry) => `  ${JSON.stringify(entry)}`);
    const text = lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** Returns the processes that a data directory's file lists; an empty list if the file is missing or damaged. */
export function readProcesses(dataDir: string): ProcessEntry[] {
  try {
    return z.array(processEntry).parse(JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')));
  } catch {
    return [];
  }
}
