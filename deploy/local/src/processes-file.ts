import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A running process, as other programs read it from `processes.json`. */
export type ProcessEntry = {
  /** A service's name, `postgresql` or `nats`. */
  service: string;
  /** Counted from 1. */
  replica: number;
  pid: number;
};

/** Keeps `<data dir>/processes.json` true: a list of what runs now, replaced as a whole at every change. */
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

  /** A reader sees the old list or the new one, never a part. */
  #write(): void {
    const lines = this.entries().map((entry) => `  ${JSON.stringify(entry)}`);
    const text = lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** What the file of a data directory lists; nothing when there is none. */
export function readProcesses(dataDir: string): ProcessEntry[] {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')) as ProcessEntry[];
  } catch {
    return [];
  }
}
