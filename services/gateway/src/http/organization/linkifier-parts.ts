import { integer } from '../../edge/parameter.ts';

/** Largest number in one request. */
export const maxItems = 1_000;

/** The linkifier in a path. */
export const filterId = () => integer({ min: 0 }).inPath();
