/** Path patterns of the fault tests that `.ci/run` runs for every change. Each takes up to a minute. */
export const shortFaultTests = [
  'test/faults/{backup-commands,nothing-lost,restore}.test.ts',
  'services/event-queue/test/outage.test.ts',
];

/**
 * Path patterns of the tests that run only before a release, because they take long: those of faults, and some that start all of
 * Parley several times. They match the short ones too, which vitest.config.ts excludes.
 */
export const longFaultTests = [
  'test/faults/*.test.ts',
  'services/relay/test/{failover,kills}.test.ts',
  'deploy/doctor/test/doctor.test.ts',
  'deploy/local/test/{foreground,launcher,reset}.test.ts',
  'deploy/parley/test/parley.test.ts',
  'test/deploy/bundle.test.ts',
  'test/network/{moving-random,stores}.test.ts',
];
