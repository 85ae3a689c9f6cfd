/** The shapes of blocks and forms, as the API has them (docs/api/apps.md#blocks). */
import type { AnswerOf, ParamsOf } from '@parley/client';

export type View = NonNullable<AnswerOf<'submit-view'>['view']>;
export type Block = View['blocks'][number];
export type InputBlock = Extract<Block, { type: 'input' }>;
export type Control = InputBlock['element'];
export type ControlType = Control['type'];
export type ControlOf<T extends ControlType> = Extract<Control, { type: T }>;
export type BlockText = NonNullable<Extract<Block, { type: 'section' }>['text']>;
export type BlockOption = ControlOf<'overflow'>['options'][number];
export type BlockConfirm = NonNullable<Control['confirm']>;
export type ControlValue = ParamsOf<'press-block'>['pressed'];
/** The message or form that controls belong to, as requests name it. */
export type Container = Pick<ParamsOf<'press-block'>, 'message_id' | 'ephemeral_id' | 'view_id'>;
