/** An event for a client, as parsed JSON without its ID. */
export type EventJson = { type: string; op?: string; [field: string]: unknown };
