import { separateSuite } from '../../separate-suite.ts';

// Configuration of `npm run test:search`.
export default separateSuite({ include: ['services/messaging/test/*.test.ts'], maxWorkers: 2 });
