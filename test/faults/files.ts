/** Path patterns of the fault tests that `.ci/run` runs for every change. Each takes up to a minute. */
export const shortFaultTests = [
  'test/faults/{backup-commands,nothing-lost,restore,uploads}.test.ts',
  'services/event-queue/test/outage.test.ts',
];

/**
 * Path patterns of the fault tests that run only before a release, because they take several minutes. They match the short
 * ones too, which vitest.config.ts excludes.
 */
export const longFaultTests = ['test/faults/*.test.ts', 'services/relay/test/kills.test.ts'];
