/** Maximum number of messages before the anchor of a request, and after it. */
export const pageSize = 60;

/** Number of messages per request while the reader scrolls fast. */
export const fastPageSize = 150;
