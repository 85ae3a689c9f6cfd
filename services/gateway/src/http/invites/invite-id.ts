import { integer } from '../../edge/parameter.ts';

/** An invitation or a link, as paths name it. */
export const inviteId = () => integer({ min: 0 }).inPath();
