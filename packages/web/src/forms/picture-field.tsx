import { type ImageTarget, uploadImage } from '@parley/client';
import { Upload } from 'lucide';
import { createMemo, createSignal, lazy, Show, Suspense } from 'solid-js';
import { FormError } from '../model/failures.ts';
import { useParley } from '../model/parley.tsx';
import { Icon } from '../ui/icon.tsx';
import { createSaving, SaveMark } from './saving.tsx';
import { f } from './texts.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

/** Renders a field with which the person chooses a picture, or a square part of one, and uploads it. */
export function PictureField(props: {
  target: ImageTarget;
  /** Width and height of the uploaded picture in pixels; undefined to upload pictures as they are. */
  sizePx?: number;
  /** The button's name, where a page has several. */
  label?: string;
  maxMib: number;
  onUploaded?: () => void;
  /** Returns the address of the stored picture. Needed when other people can change the picture too. */
  stored?: () => unknown;
}) {
  const { client } = useParley();
  const saving = createSaving();
  /** A chosen picture that is to be cropped. */
  const [uncut, setUncut] = createSignal<{ readonly file: File; readonly sizePx: number }>();
  let input!: HTMLInputElement;
  const upload = async (picture: Blob) => {
    setUncut(undefined);
    if (await saving.run(() => uploadImage(client, props.target, picture))) props.onUploaded?.();
  };
  const choose = (chosen: File | undefined) => {
    input.value = '';
    if (!chosen) return;
    if (chosen.size > props.maxMib * 1024 * 1024) {
      void saving.run(() => Promise.reject(new FormError(f('pictureTooLarge', { size: props.maxMib }))));
    } else if (props.sizePx === undefined) void upload(chosen);
    else setUncut({ file: chosen, sizePx: props.sizePx });
  };
  return (
    <div class="form-actions">
      <input
        type="file"
        class="visually-hidden"
        tabindex="-1"
        aria-label={f('chooseFile')}
        accept="image/png,image/jpeg,image/gif,image/webp"
        ref={input}
        onChange={() => choose(input.files?.[0])}
      />
      <button type="button" class="button" aria-label={props.label} onClick={() => input.click()}>
        <Icon of={Upload} />
        {f('uploadPicture')}
      </button>
      <SaveMark saving={saving} />
      <Show when={uncut()} keyed>
        {({ file, sizePx }) => {
          const before = props.stored?.();
          const isReplaced = createMemo(() => props.stored?.() !== before);
          return (
            <Suspense>
              <CropDialog
                file={file}
                sizePx={sizePx}
                isReplaced={isReplaced()}
                onChoose={(picture) => void upload(picture)}
                onClose={() => setUncut(undefined)}
              />
            </Suspense>
          );
        }}
      </Show>
    </div>
  );
}
