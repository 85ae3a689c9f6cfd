import { separateSuite } from '../separate-suite.ts';

// Configuration of `npm run test:pooler`, which runs tests with PgBouncer between the services and PostgreSQL. They are not
// part of `npm test`, because many distributions lack a PgBouncer version that supports prepared statements.
process.env.PARLEY_TEST_POOLER ??= 'pgbouncer';

export default separateSuite({
  include: ['test/network/*/{changing,channels,participation,reading,register-exact,slice}.test.ts'],
  isolate: false,
  maxWorkers: 2,
});
