import { integer } from '../../edge/declaration/parameter.ts';

export const botId = () => integer({ min: 0 }).inPath();
