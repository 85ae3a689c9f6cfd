import { separateSuite } from '../separate-suite.ts';

// Configuration of `npm run test:sign-in`. These tests are not part of `npm test`, because they need additional programs.
export default separateSuite({ include: ['test/providers/*.provider.ts'], maxWorkers: 1 });
