import { separateSuite } from '../separate-suite.ts';
import { longFaultTests, shortFaultTests } from './run-with-every-change.ts';

// Configuration of `npm run test:faults`. These tests are not part of `npm test`, because they take minutes.
export default separateSuite({
  maxWorkers: 2,
  testTimeout: 1_200_000,
  projects: [
    { extends: true, test: { name: 'every-change', include: shortFaultTests } },
    { extends: true, test: { name: 'before-release', include: longFaultTests, exclude: shortFaultTests } },
  ],
});
