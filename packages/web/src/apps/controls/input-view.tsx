import { createSignal, createUniqueId, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import type { InputBlock } from '../block-parts/shapes.ts';
import { ConfirmDialog } from '../presses/confirm-dialog.tsx';
import { k } from '../texts.ts';
import type { BlockActions } from './block-actions.ts';
import { FieldControl } from './field-control.tsx';

/** Shows an input of a form with its label, its hint, and what is wrong with it. */
export function InputView(props: { block: InputBlock; actions: BlockActions; problem: string | undefined }) {
  const id = createUniqueId();
  const [asked, setAsked] = createSignal<readonly string[]>();
  const change = (values: readonly string[]) =>
    props.actions.change(props.block, props.block.element, values);
  const describedBy = () =>
    props.problem !== undefined ? `${id}-problem` : props.block.hint ? `${id}-hint` : undefined;
  return (
    <div class="field" data-block-id={props.block.block_id}>
      <Label id={id} text={props.block.label.text} isOptional={props.block.optional} />
      <FieldControl
        block={props.block}
        control={props.block.element}
        label={props.block.label.text}
        id={id}
        describedBy={describedBy()}
        actions={props.actions}
        onChange={(values) => (props.block.element.confirm ? setAsked(values) : change(values))}
      />
      <Show when={asked()} keyed>
        {(values) => (
          <Show when={props.block.element.confirm}>
            {(confirm) => (
              <ConfirmDialog
                confirm={confirm()}
                onConfirm={() => change(values)}
                onClose={() => setAsked(undefined)}
              />
            )}
          </Show>
        )}
      </Show>
      <Help id={id} hint={props.block.hint?.text} problem={props.problem} />
    </div>
  );
}

function Label(props: { id: string; text: string; isOptional: boolean | undefined }) {
  return (
    <label class="label" for={props.id} dir={directionOf(props.text)}>
      {props.text}
      <Show when={props.isOptional}>
        <span class="muted"> {k('optional')}</span>
      </Show>
    </label>
  );
}

function Help(props: { id: string; hint: string | undefined; problem: string | undefined }) {
  return (
    <>
      <Show when={props.hint}>
        {(hint) => (
          <span class="block-help" id={`${props.id}-hint`} dir={directionOf(hint())}>
            {hint()}
          </span>
        )}
      </Show>
      <span class="block-help is-problem" role="alert" id={`${props.id}-problem`}>
        {props.problem ?? ''}
      </span>
    </>
  );
}
