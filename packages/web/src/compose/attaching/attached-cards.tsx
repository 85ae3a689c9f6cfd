import { ArrowLeft, ArrowRight, X } from 'lucide';
import { createMemo, createSignal, Index, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { fileIcon } from '../../media/file-icons.ts';
import { fileKindOf, fileTypeOf, isNameOf, isPicture } from '../../media/file-kinds.ts';
import { me, mediaTexts } from '../../media/texts.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Writing } from '../writing.ts';
import { type Attached, attachedIn, withCaption, withExchanged, withoutAttached } from './attached.ts';

await mediaTexts.load();

const areSame = (one: readonly Attached[], other: readonly Attached[]): boolean =>
  one.length === other.length &&
  one.every((each, at) => each.address === other[at]?.address && each.label === other[at]?.label);

/** Shows the files of a message as cards, which can be removed, described and put in another order. */
export default function AttachedCards(props: { writing: Writing }) {
  const { writing } = props;
  const files = createMemo(() => attachedIn(writing.text()), undefined, { equals: areSame });
  return (
    <Show when={files().length > 0}>
      <ul class="attached" aria-label={me('files')}>
        <Index each={files()}>
          {(file, index) => <Card file={file()} index={index} count={files().length} writing={writing} />}
        </Index>
      </ul>
    </Show>
  );
}

type CardProps = { file: Attached; index: number; count: number; writing: Writing };

const hasCaption = ({ label, name }: Attached): boolean => !isNameOf(label, name);
const nameOf = (file: Attached): string => (hasCaption(file) ? file.name : file.label);

function Card(props: CardProps) {
  const name = () => nameOf(props.file);
  return (
    <li class="attached-card">
      <Picture file={props.file} />
      <div class="attached-facts">
        <span class="attached-name" dir={directionOf(name())} title={name()}>
          {name()}
        </span>
        <Caption {...props} />
      </div>
      <Actions {...props} />
    </li>
  );
}

function Caption(props: CardProps) {
  const { writing } = props;
  const caption = () => (hasCaption(props.file) ? props.file.label : '');
  return (
    <input
      class="attached-caption"
      aria-label={me('captionOf', { file: nameOf(props.file) })}
      placeholder={me('addCaption')}
      dir={directionOf(caption())}
      value={caption()}
      onChange={(event) =>
        writing.rewrite(withCaption(writing.text(), props.index, event.currentTarget.value))
      }
      on:keydown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        writing.field()?.focus();
      }}
    />
  );
}

function Actions(props: CardProps) {
  const { writing } = props;
  const name = () => nameOf(props.file);
  const remove = () => {
    writing.rewrite(withoutAttached(writing.text(), props.index));
    writing.field()?.focus();
  };
  return (
    <div class="attached-actions">
      <button
        type="button"
        class="icon-button"
        aria-label={me('removeFile', { file: name() })}
        title={me('removeFile', { file: name() })}
        onClick={remove}
      >
        <Icon of={X} />
      </button>
      <Show when={props.count > 1}>
        <Moves {...props} />
      </Show>
    </div>
  );
}

/** Renders the buttons that exchange a file with its neighbours. */
function Moves(props: CardProps) {
  const { writing } = props;
  const name = () => nameOf(props.file);
  const move = (by: 1 | -1) => writing.rewrite(withExchanged(writing.text(), props.index, props.index + by));
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={me('moveFileBack', { file: name() })}
        title={me('moveFileBack', { file: name() })}
        disabled={props.index === 0}
        onClick={() => move(-1)}
      >
        <Icon of={ArrowLeft} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={me('moveFileOn', { file: name() })}
        title={me('moveFileOn', { file: name() })}
        disabled={props.index === props.count - 1}
        onClick={() => move(1)}
      >
        <Icon of={ArrowRight} />
      </button>
    </>
  );
}

function Picture(props: { file: Attached }) {
  const [failed, setFailed] = createSignal<string>();
  const isShown = () => isPicture(props.file.name) && failed() !== props.file.address;
  return (
    <Show
      when={isShown()}
      fallback={
        <span class="attached-picture" title={fileTypeOf(props.file.name)}>
          <Icon of={fileIcon(fileKindOf(props.file.name))} size={20} />
        </span>
      }
    >
      <img
        class="attached-picture"
        src={props.file.address}
        alt=""
        loading="lazy"
        onError={() => setFailed(props.file.address)}
      />
    </Show>
  );
}
