import { Upload } from 'lucide';
import { type JSX, Show } from 'solid-js';
import { Icon } from '../ui/icon.tsx';

/** Renders a button with which the person chooses a picture. */
export function PictureButton(props: {
  /** Name of the field that the button presses. */
  fieldLabel: string;
  /** The button's name, where it is not its text. */
  label?: string | undefined;
  /** Address of the chosen picture, which is shown instead of the icon. */
  preview?: string | undefined;
  onChoose: (file: File | undefined) => void;
  children: JSX.Element;
}) {
  let input!: HTMLInputElement;
  const choose = () => {
    const [file] = input.files ?? [];
    // So that the same file can be chosen again.
    input.value = '';
    props.onChoose(file);
  };
  return (
    <>
      <input
        type="file"
        class="visually-hidden"
        tabindex="-1"
        ref={input}
        aria-label={props.fieldLabel}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={choose}
      />
      <button type="button" class="button" aria-label={props.label} onClick={() => input.click()}>
        <Show when={props.preview} fallback={<Icon of={Upload} />}>
          {(url) => <img class="emoji-list-image" src={url()} alt="" />}
        </Show>
        {props.children}
      </button>
    </>
  );
}
