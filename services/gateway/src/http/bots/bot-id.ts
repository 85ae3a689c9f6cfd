import { integer } from '../../edge/declaration/parameter.ts';

/** Declares the parameter for the ID of the bot in a path. */
export const botId = () => integer({ min: 0 }).inPath();
