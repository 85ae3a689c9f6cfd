import type { Finding } from '@parley/archive';

/** Collects findings. Those of one kind become one with a count, so that a report stays short. */
export class Findings {
  private readonly found = new Map<string, { finding: Finding; count: number }>();

  readonly tell = (finding: Omit<Finding, 'kind'>): void => {
    const kind = `${finding.finding} ${finding.leftOut ?? ''}`;
    const known = this.found.get(kind);
    if (known) known.count += finding.count ?? 1;
    else this.found.set(kind, { finding: { kind: 'finding', ...finding }, count: finding.count ?? 1 });
  };

  /** Yields what was collected, and forgets it. */
  *take(): Iterable<Finding> {
    for (const { finding, count } of this.found.values()) yield count === 1 ? finding : { ...finding, count };
    this.found.clear();
  }
}
