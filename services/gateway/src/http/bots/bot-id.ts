import { integer } from '../../edge/parameter.ts';

/** A bot, as paths name it. */
export const botId = () => integer({ min: 0 }).inPath();
