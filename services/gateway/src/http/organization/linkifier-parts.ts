import { integer } from '../../edge/parameter.ts';

/** Maximum number of entries in one request. */
export const maxItems = 1_000;

/** Parameter: the linkifier in a path. */
export const filterId = () => integer({ min: 0 }).inPath();
