// A fake service, or a fake process of all services (`serve`). It answers /readyz. As a gateway, it answers HTTP requests with its
// process ID.
import { createServer } from 'node:http';

const portOf = (kind) => {
  const name = Object.keys(process.env).find((each) => each.endsWith(`_${kind}_PORT`));
  return name === undefined ? undefined : Number(process.env[name]);
};

const service = process.argv[2] === 'serve' ? 'messaging' : undefined;
const log = (level, msg) =>
  process.stdout.write(
    `${JSON.stringify({ level, time: new Date().toISOString(), service, msg, pid: process.pid })}\n`,
  );

if (process.env.FAKE_BROKEN !== undefined) {
  log('fatal', 'no moon tonight');
  process.exit(1);
}

const ops = createServer((_request, response) => response.end('{"ready":true}'));
ops.listen(portOf('OPS'), '127.0.0.1', () => log('info', 'ready'));
const httpPort = portOf('HTTP');
if (httpPort !== undefined) {
  createServer((_request, response) => response.end(String(process.pid))).listen(httpPort, '127.0.0.1');
}
process.on('SIGTERM', () => {
  log('info', 'stopped');
  process.exit(0);
});
// Exits when the launcher ends, unless FAKE_IGNORES_DISCONNECT is set.
if (process.env.FAKE_IGNORES_DISCONNECT === undefined) process.on('disconnect', () => process.exit(0));
