import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import S3rver from '@20minutes/s3rver';

const require = createRequire(import.meta.url);

if (process.argv.includes('--version')) {
  process.stdout.write(`${require('@20minutes/s3rver/package.json').version}\n`);
  process.exit();
}

// The file of keys is that of SeaweedFS. Compose files of earlier releases have none.
const config = process.argv.find((argument) => argument.startsWith('-s3.config='))?.split('=')[1];
const identities = config === undefined ? [] : JSON.parse(readFileSync(config, 'utf8')).identities;
const pairs = identities.flatMap(({ credentials }) => credentials);
if (config === undefined) pairs.push({ accessKey: 'parley', secretKey: 'parley' });

const { DUMMY_ACCOUNT: account } = require('@20minutes/s3rver/lib/models/account');
account.revokeAccessKey('S3RVER');
for (const { accessKey, secretKey } of pairs) account.createKeyPair(accessKey, secretKey);
const server = new S3rver({
  address: '0.0.0.0',
  port: 8333,
  silent: true,
  directory: '/data',
  vhostBuckets: false,
});
// The store itself checks signatures, and lets requests without one through. The path is that of the compose file's health check.
server.middleware.unshift((context, next) => {
  if (context.path === '/healthz') context.status = 200;
  else if (context.get('authorization') === '') context.status = 403;
  else return next();
});
process.on('SIGTERM', () => process.exit());
await server.run();
