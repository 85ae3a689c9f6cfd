import { integer } from '../../edge/parameter.ts';

/** The bot in a path. */
export const botId = () => integer({ min: 0 }).inPath();
