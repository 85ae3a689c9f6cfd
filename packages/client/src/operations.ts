import type { Operations } from './generated/operations.ts';

export { operations } from './generated/operations.ts';

/** Name of an operation, as in the API's documentation. */
export type OperationName = keyof Operations;

/** Parameters of an operation. */
export type ParamsOf<O extends OperationName> = Operations[O]['params'];

/** The answer of an operation. */
export type AnswerOf<O extends OperationName> = Operations[O]['answer'] & Envelope;

/** Members of every success. */
export type Envelope = {
  readonly result: 'success';
  readonly msg: string;
  /** Names of parameters that the operation does not know and ignored. */
  readonly ignored_parameters_unsupported?: readonly string[];
};
