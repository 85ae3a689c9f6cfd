// The test of the logger starts this program to check that lines logged just before `process.exit` are written. It waits for a
// message of its parent, so that the parent reads its output by then.
import { createLogger } from '../src/index.ts';

const logger = createLogger({ service: 'sample' });
process.once('message', () => {
  // When the process exits, the first line is being written and the second is still pending.
  logger.info('leaving');
  logger.info('last words');
  process.exit(0);
});
process.send!('up');
