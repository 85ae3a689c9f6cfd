/** Tests that wait in real time until faults are detected and repaired, by path from the repository's root. */
export const faultTests = [
  'test/faults/**/*.test.ts',
  'services/event-queue/test/outage.test.ts',
  'services/relay/test/kills.test.ts',
];
