import { separateSuite } from '../separate-suite.ts';

// `npm run test:sign-in`: separate from `npm test`, because it needs programs that `npm test` does not.
export default separateSuite({ include: ['test/providers/*.provider.ts'], maxWorkers: 1 });
