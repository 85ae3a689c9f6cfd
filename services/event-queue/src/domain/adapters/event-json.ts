/** A client event, as JSON has it, without its ID. */
export type EventJson = { type: string; op?: string; [field: string]: unknown };
