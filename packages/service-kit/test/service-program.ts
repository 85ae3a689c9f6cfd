// A service that only runs a timer. A test runs it as a separate process.
import { runService } from '../src/index.ts';

runService('sample', () => ({
  start: async () => {
    setInterval(() => {}, 1000);
    process.stdout.write('started\n');
  },
  stop: async () => {},
}));
