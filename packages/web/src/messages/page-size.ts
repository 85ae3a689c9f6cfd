/** Maximum number of messages in one request, before its anchor and after it. */
export const pageSize = 60;

/** Number of messages in a request of a reader who scrolls fast. */
export const fastPageSize = 150;
