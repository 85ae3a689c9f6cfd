import { type ImageTarget, uploadImage } from '@parley/client';
import { Upload } from 'lucide';
import type { JSX } from 'solid-js';
import { createMemo, createSignal, lazy, Show, Suspense } from 'solid-js';
import { FormError } from '../model/failures.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { createSaving, SaveMark } from './saving.tsx';
import { f } from './texts.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

type PictureProps = {
  target: ImageTarget;
  /** Width and height of the uploaded picture in pixels; undefined to upload pictures as they are. */
  sizePx?: number;
  /** The button's name, where a page has several. */
  label?: string;
  maxMib: number;
  onUploaded?: () => void;
  /** Returns the address of the stored picture. Needed when other people can change the picture too. */
  stored?: () => unknown;
};

/** Renders a field with which the person chooses a picture, or a square part of one, and uploads it. */
export function PictureField(props: PictureProps) {
  const { client } = useParley();
  const saving = createSaving();
  /** A chosen picture that is to be cropped. */
  const [uncut, setUncut] = createSignal<{ readonly file: File; readonly sizePx: number }>();
  const upload = async (picture: Blob) => {
    setUncut(undefined);
    if (await saving.run(() => uploadImage(client, props.target, picture))) props.onUploaded?.();
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > props.maxMib * 1024 * 1024) {
      void saving.run(() => Promise.reject(new FormError(f('pictureTooLarge', { size: props.maxMib }))));
    } else if (props.sizePx === undefined) void upload(chosen);
    else setUncut({ file: chosen, sizePx: props.sizePx });
  };
  return (
    <div class="form-actions">
      <PictureButton fieldLabel={props.label ?? f('chooseFile')} label={props.label} onChoose={choose}>
        {f('uploadPicture')}
      </PictureButton>
      <SaveMark saving={saving} />
      <Show when={uncut()} keyed>
        {(chosen) => (
          <Cropping
            {...chosen}
            stored={props.stored}
            onChoose={(picture) => void upload(picture)}
            onClose={() => setUncut(undefined)}
          />
        )}
      </Show>
    </div>
  );
}

/** Renders the dialog that cuts a picture, and watches whether another person replaces the stored one meanwhile. */
function Cropping(props: {
  file: File;
  sizePx: number;
  stored: PictureProps['stored'];
  onChoose: (picture: Blob) => void;
  onClose: () => void;
}) {
  const before = props.stored?.();
  const isReplaced = createMemo(() => props.stored?.() !== before);
  return (
    <Suspense>
      <CropDialog
        file={props.file}
        sizePx={props.sizePx}
        isReplaced={isReplaced()}
        onChoose={props.onChoose}
        onClose={props.onClose}
      />
    </Suspense>
  );
}

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
