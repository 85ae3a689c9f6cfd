import { type ImageTarget, uploadImage } from '@parley/client';
import { createMemo, createSignal, lazy, Show, Suspense } from 'solid-js';
import { FormError } from '../model/failures.ts';
import { useParley } from '../model/parley.tsx';
import { PictureButton } from './picture-button.tsx';
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
      <PictureButton fieldLabel={f('chooseFile')} label={props.label} onChoose={choose}>
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
