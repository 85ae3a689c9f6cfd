/**
 * A reader without an account. Only this value stands for one. An account always has an ID and a role above 0, and in a call
 * (`Call.principal` of @parley/rpc) `undefined` means the server itself or an operator.
 */
export const visitor = 'visitor';
export type Visitor = typeof visitor;
