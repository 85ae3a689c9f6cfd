export { createPolls, type PollsOptions } from './polls.ts';
