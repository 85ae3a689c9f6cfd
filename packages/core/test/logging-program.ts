// A program that logs and exits immediately when its parent requests it.
import { createLogger } from '../src/index.ts';

const logger = createLogger({ service: 'sample' });
process.once('message', () => {
  // When the process exits, the first line is being written and the second is still pending.
  logger.info('leaving');
  logger.info('last words');
  process.exit(0);
});
process.send!('up');
