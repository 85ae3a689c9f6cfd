/** Messages that are read at once, before and after. */
export const pageSize = 60;
