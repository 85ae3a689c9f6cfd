// A service with one route, run as a separate process.
import { runService } from '../src/index.ts';

runService('sample', () => ({
  start: async () => {
    setInterval(() => {}, 1000);
    process.stdout.write('started\n');
  },
  stop: async () => {},
}));
