import { separateSuite } from '../separate-suite.ts';

// `npm run test:mail`: separate from `npm test`, because it needs Debian's Postfix and root.
export default separateSuite({ include: ['test/network/*.mail.ts'], maxWorkers: 1 });
