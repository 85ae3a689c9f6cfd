import { Dialog } from '../../ui/dialog.tsx';
import type { BlockConfirm } from '../block-parts/shapes.ts';
import { TextOfBlock } from '../block-parts/text.tsx';

/** Asks for confirmation with the words of the app. */
export function ConfirmDialog(props: { confirm: BlockConfirm; onConfirm: () => void; onClose: () => void }) {
  let deny!: HTMLButtonElement;
  return (
    <Dialog title={props.confirm.title.text} focusFirst={() => deny} onClose={props.onClose}>
      <div class="stack">
        <TextOfBlock text={props.confirm.text} />
        <div class="dialog-actions">
          <button type="button" class="button" ref={deny} onClick={() => props.onClose()}>
            {props.confirm.deny.text}
          </button>
          <button
            type="button"
            class="button"
            classList={{
              'is-danger': props.confirm.style === 'danger',
              'is-primary': props.confirm.style !== 'danger',
            }}
            onClick={() => {
              props.onClose();
              props.onConfirm();
            }}
          >
            {props.confirm.confirm.text}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
