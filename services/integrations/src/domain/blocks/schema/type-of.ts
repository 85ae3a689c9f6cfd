/** Returns the field `type` of what an app sent, if there is one. */
export const typeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
