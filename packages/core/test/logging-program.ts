// Logs and exits at once when it is told to.
import { createLogger } from '../src/index.ts';

const logger = createLogger({ service: 'sample' });
process.once('message', () => {
  // The first is being written when the process exits, the second is not.
  logger.info('leaving');
  logger.info('last words');
  process.exit(0);
});
process.send!('up');
