/** Maximum number of messages in one request, before its anchor and after it. */
export const pageSize = 60;
