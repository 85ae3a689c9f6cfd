import { integer } from '../../edge/parameter.ts';

/** Parameter: the bot in a path. */
export const botId = () => integer({ min: 0 }).inPath();
