import { integer } from '../../edge/parameter.ts';

/** Maximum number of linkifiers in one request. */
export const maxItems = 1_000;

/** Declares the parameter for the ID of the linkifier in a path. */
export const filterId = () => integer({ min: 0 }).inPath();
