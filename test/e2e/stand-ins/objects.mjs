import { createRequire } from 'node:module';
import S3rver from '@20minutes/s3rver';

const require = createRequire(import.meta.url);

if (process.argv.includes('--version')) {
  process.stdout.write(`${require('@20minutes/s3rver/package.json').version}\n`);
  process.exit();
}

// Credentials with which the service `upload` signs its requests, as in the compose file. This store does not check them.
require('@20minutes/s3rver/lib/models/account').DUMMY_ACCOUNT.createKeyPair('parley', 'parley');
process.on('SIGTERM', () => process.exit());
await new S3rver({
  address: '0.0.0.0',
  port: 8333,
  silent: true,
  directory: '/data',
  vhostBuckets: false,
}).run();
