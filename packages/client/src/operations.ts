import type { Operations } from './generated/operations.ts';

export { operations } from './generated/operations.ts';

/** Name of an operation in the documentation of the API. */
export type OperationName = keyof Operations;

/** The parameters of an operation. Calls only read them, so lists may be readonly. */
export type ParamsOf<O extends OperationName> = DeepReadonly<Operations[O]['params']>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

export type AnswerOf<O extends OperationName> = Operations[O]['answer'] & Envelope;

/** Members that every successful answer has. */
export type Envelope = {
  readonly result: 'success';
  readonly msg: string;
  /** Names of parameters that the client sent but the operation does not have. */
  readonly ignored_parameters_unsupported?: readonly string[];
};
