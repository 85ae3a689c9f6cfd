/** A client event as parsed JSON, without its ID. */
export type EventJson = { type: string; op?: string; [field: string]: unknown };
