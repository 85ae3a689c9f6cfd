import { separateSuite } from '../separate-suite.ts';

// Configuration of `npm run test:mail`. These tests are not part of `npm test`, because they need Debian's Postfix and root
// privileges.
export default separateSuite({ include: ['test/network/*.mail.ts'], maxWorkers: 1 });
