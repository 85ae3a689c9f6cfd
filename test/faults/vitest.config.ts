import { separateSuite } from '../separate-suite.ts';
import { longFaultTests, shortFaultTests } from './files.ts';

// `npm run test:faults`: separate from `npm test`, because it waits for minutes.
export default separateSuite({
  maxWorkers: 2,
  projects: [
    { extends: true, test: { name: 'every-change', include: shortFaultTests } },
    { extends: true, test: { name: 'before-release', include: longFaultTests, exclude: shortFaultTests } },
  ],
});
