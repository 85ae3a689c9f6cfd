import { integer } from '../../edge/parameter.ts';

/** More in one request is refused. */
export const maxItems = 1_000;

/** The linkifier of a path. */
export const filterId = () => integer({ min: 0 }).inPath();
