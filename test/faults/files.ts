/**
 * Tests of faults that `.ci/run` runs for every change, by path from the repository's root. They take up to a minute
 * each.
 */
export const shortFaultTests = [
  'test/faults/{backup-commands,nothing-lost,restore,uploads}.test.ts',
  'services/event-queue/test/outage.test.ts',
];

/** Other tests of faults run before each release, because they wait for minutes. */
export const longFaultTests = ['test/faults/*.test.ts', 'services/relay/test/kills.test.ts'];
