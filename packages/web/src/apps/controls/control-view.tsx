import { createSignal, Match, Show, Switch } from 'solid-js';
import type { Block, Control, ControlOf } from '../block-parts/shapes.ts';
import { ConfirmDialog } from '../presses/confirm-dialog.tsx';
import { k } from '../texts.ts';
import type { BlockActions } from './block-actions.ts';
import { ButtonControl, OverflowControl } from './buttons.tsx';
import { FieldControl } from './field-control.tsx';

/**
 * Shows a control of a message: a button, a menu, or something to choose. It asks for confirmation where the app wants it, shows at once
 * that a press is under way, and says why it failed.
 */
export function ControlView(props: ControlProps) {
  const [asked, setAsked] = createSignal<readonly string[]>();
  const state = () => props.actions.pressState(props.block, props.control);
  const failure = () => {
    const present = state();
    return typeof present === 'object' ? present.failed : undefined;
  };
  const send = (values: readonly string[]) =>
    isPress(props.control)
      ? void props.actions.press(props.block, props.control, values)
      : props.actions.change(props.block, props.control, values);
  const act = (values: readonly string[]) => {
    if (props.control.confirm) setAsked(values);
    else send(values);
  };
  return (
    <div class="block-control" classList={{ 'is-pressing': state() === 'pressing' }}>
      <ControlItself {...props} isPressing={state() === 'pressing'} act={act} />
      <span class="visually-hidden" role="status">
        {state() === 'pressing' ? k('pressing') : ''}
      </span>
      <div role="alert" class="block-failure">
        <Show when={failure()}>{(reason) => <span>{reason()}</span>}</Show>
      </div>
      <Show when={asked()} keyed>
        {(values) => (
          <Show when={props.control.confirm}>
            {(confirm) => (
              <ConfirmDialog
                confirm={confirm()}
                onConfirm={() => send(values)}
                onClose={() => setAsked(undefined)}
              />
            )}
          </Show>
        )}
      </Show>
    </div>
  );
}

type ControlProps = { block: Block; control: Control; label: string; actions: BlockActions };

function ControlItself(
  props: ControlProps & { isPressing: boolean; act: (values: readonly string[]) => void },
) {
  const is = <T extends Control['type']>(type: T) =>
    props.control.type === type ? (props.control as ControlOf<T>) : undefined;
  return (
    <Switch
      fallback={
        <FieldControl
          block={props.block}
          control={props.control}
          label={props.label}
          actions={props.actions}
          onChange={props.act}
        />
      }
    >
      <Match when={is('button')}>
        {(control) => <ButtonControl control={control()} isPressing={props.isPressing} onPress={props.act} />}
      </Match>
      <Match when={is('overflow')}>
        {(control) => <OverflowControl control={control()} label={props.label} onPress={props.act} />}
      </Match>
    </Switch>
  );
}

const isPress = ({ type }: Control): boolean => type === 'button' || type === 'overflow';
