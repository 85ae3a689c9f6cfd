import { integer } from '../../edge/declaration/parameter.ts';

/** Declares the parameter for the ID of an invitation or an invitation link in a path. */
export const inviteId = () => integer({ min: 0 }).inPath();
