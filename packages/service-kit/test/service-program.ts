// A service of one answer, as a program.
import { runService } from '../src/index.ts';

runService('sample', () => ({
  start: async () => {
    setInterval(() => {}, 1000);
    process.stdout.write('started\n');
  },
  stop: async () => {},
}));
