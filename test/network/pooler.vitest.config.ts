import { separateSuite } from '../separate-suite.ts';

// `npm run test:pooler`: tests of operations with PgBouncer between services and PostgreSQL. Separate from `npm test`,
// because many distributions have no PgBouncer that keeps prepared statements.
process.env.PARLEY_TEST_POOLER ??= 'pgbouncer';

export default separateSuite({
  include: ['test/network/{changing,channels,participation,reading,register-exact,slice}.test.ts'],
  isolate: false,
  maxWorkers: 2,
});
