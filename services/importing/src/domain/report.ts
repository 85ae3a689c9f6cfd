import type { CountName, Finding } from '@parley/archive';

const countNames = [
  'people',
  'bots',
  'groups',
  'channels',
  'direct_conversations',
  'topics',
  'messages',
  'reactions',
  'pins',
  'files',
  'emoji',
] as const satisfies readonly CountName[];

export type Count = { read: number; imported: number; merged: number; left_out: number };

export type ReportedFinding = { kind: string; where: string; count: number; example: string };

/** The report of an import, as `parley import --json` prints it (docs/operations/moving-in.md#the-report). */
export type Report = {
  import_id: number;
  state: string;
  dry_run: boolean;
  source: string;
  archive: string;
  counts: Record<CountName, Count>;
  findings: ReportedFinding[];
};

const maxKinds = 1_000;
/** Characters of an example, and of a place: both are of the archive. */
const maxLength = 500;

/**
 * Counts what an import reads and does, and collects its findings: one entry for each kind, with the first example. One of the reader goes
 * before those of the import, because it may read on while the import works.
 */
export class Tally {
  readonly counts: Record<CountName, Count>;
  readonly #findings = new Map<string, ReportedFinding>();
  /** Kinds of which the example is one of the reader. */
  readonly #read = new Set<string>();

  constructor() {
    this.counts = Object.fromEntries(
      countNames.map((name) => [name, { read: 0, imported: 0, merged: 0, left_out: 0 }]),
    ) as Record<CountName, Count>;
  }

  add(name: CountName, what: keyof Count, count = 1): void {
    this.counts[name][what] += count;
  }

  find(kind: string, where: string, example: string, count = 1): void {
    const known = this.#findings.get(kind);
    if (known) known.count += count;
    else if (this.#findings.size < maxKinds) {
      this.#findings.set(kind, { kind, count, ...shortened(where, example) });
    }
  }

  take({ finding, where, example, count = 1, leftOut }: Finding): void {
    this.find(finding, where, example, count);
    const known = this.#findings.get(finding);
    if (known && !this.#read.has(finding)) Object.assign(known, shortened(where, example));
    this.#read.add(finding);
    if (leftOut === undefined) return;
    this.add(leftOut, 'read', count);
    this.add(leftOut, 'left_out', count);
  }

  get findings(): ReportedFinding[] {
    return [...this.#findings.values()].sort((one, other) => (one.kind < other.kind ? -1 : 1));
  }
}

const shortened = (where: string, example: string) => ({
  where: where.slice(0, maxLength),
  example: example.slice(0, maxLength),
});

/** Counts something by the answer of its owner. */
export const outcomeOf = (outcome: string): 'imported' | 'merged' | 'left_out' =>
  outcome === 'created' ? 'imported' : outcome === 'refused' ? 'left_out' : 'merged';
