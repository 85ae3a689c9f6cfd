import { integer } from '../../edge/parameter.ts';

/** Parameter: the invitation or invitation link in a path. */
export const inviteId = () => integer({ min: 0 }).inPath();
