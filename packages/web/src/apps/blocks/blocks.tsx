import { For, type JSX, Match, Show, Switch } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import '../../styles/blocks.css';
import type { Block, Control, InputBlock } from '../block-parts/shapes.ts';
import { PictureOfBlock, plainOf, TextOfBlock } from '../block-parts/text.tsx';
import type { BlockActions } from '../controls/block-actions.ts';
import { ControlView } from '../controls/control-view.tsx';
import { InputView } from '../controls/input-view.tsx';
import { blocksTexts, k } from '../texts.ts';

await blocksTexts.load();

/**
 * Keeps the message of controls from being selected, and its tools from opening over them, when a finger uses the controls: it means these alone.
 * The keyboard selects the message.
 */
function keepFingersHere() {
  let isByFinger = false;
  return {
    'on:pointerdown': ({ pointerType }: PointerEvent) => {
      isByFinger = pointerType === 'touch';
    },
    'on:keydown': () => {
      isByFinger = false;
    },
    onFocusIn: (event: FocusEvent) => {
      if (isByFinger) event.stopPropagation();
    },
  };
}

/** Shows the blocks of a message or form. `problemOf` returns what is wrong with an input, by the ID of its block. */
export function Blocks(props: {
  blocks: readonly Block[];
  actions: BlockActions;
  problemOf?: (blockId: string) => string | undefined;
}) {
  // By ID, so that a control keeps its focus when an app updates the blocks around it.
  const ids = () => props.blocks.map((each) => each.block_id);
  return (
    <div class="blocks" {...keepFingersHere()}>
      <For each={ids()}>
        {(id) => (
          <Show when={props.blocks.find((each) => each.block_id === id)}>
            {(block) => <BlockView block={block()} actions={props.actions} problem={props.problemOf?.(id)} />}
          </Show>
        )}
      </For>
    </div>
  );
}

type OfType<T extends Block['type']> = Extract<Block, { type: T }>;

function BlockView(props: { block: Block; actions: BlockActions; problem: string | undefined }) {
  const is = <T extends Block['type']>(type: T) =>
    props.block.type === type ? (props.block as OfType<T>) : undefined;
  return (
    <Switch>
      <Match when={is('header')}>
        {(block) => (
          <p class="block-header" role="heading" aria-level="2" dir={directionOf(block().text.text)}>
            {block().text.text}
          </p>
        )}
      </Match>
      <Match when={is('divider')}>
        <hr class="block-divider" />
      </Match>
      <Match when={is('section')}>{(block) => <SectionView block={block()} actions={props.actions} />}</Match>
      <Match when={is('context')}>{(block) => <ContextView block={block()} />}</Match>
      <Match when={is('image')}>{(block) => <ImageView block={block()} />}</Match>
      <Match when={is('actions')}>
        {(block) => (
          <div class="block-actions" role="group" aria-label={k('actions')}>
            <Controls block={block()} controls={block().elements} actions={props.actions} />
          </div>
        )}
      </Match>
      <Match when={is('input')}>
        {(block) => (
          <InputView block={block() as InputBlock} actions={props.actions} problem={props.problem} />
        )}
      </Match>
    </Switch>
  );
}

function SectionView(props: { block: OfType<'section'>; actions: BlockActions }) {
  const accessory = (): JSX.Element => {
    const present = props.block.accessory;
    if (!present) return undefined;
    if (present.type === 'image') {
      return <PictureOfBlock url={present.image_url} alt={present.alt_text} class="block-thumbnail" />;
    }
    return (
      <Controls
        block={props.block}
        controls={[present]}
        label={plainOf(props.block.text)}
        actions={props.actions}
      />
    );
  };
  return (
    <div class="block-section">
      <div class="block-texts">
        <Show when={props.block.text}>{(text) => <TextOfBlock text={text()} />}</Show>
        <Show when={props.block.fields}>
          {(fields) => (
            <div class="block-fields">
              <For each={fields()}>{(text) => <TextOfBlock text={text} />}</For>
            </div>
          )}
        </Show>
      </div>
      <Show when={props.block.accessory}>
        <div class="block-accessory">{accessory()}</div>
      </Show>
    </div>
  );
}

function ImageView(props: { block: OfType<'image'> }) {
  return (
    <figure class="block-image">
      <Show when={props.block.title}>
        {(title) => <figcaption dir={directionOf(title().text)}>{title().text}</figcaption>}
      </Show>
      <PictureOfBlock url={props.block.image_url} alt={props.block.alt_text} class="block-picture" />
    </figure>
  );
}

function ContextView(props: { block: OfType<'context'> }) {
  return (
    <div class="block-context">
      <For each={props.block.elements}>
        {(element) =>
          element.type === 'image' ? (
            <PictureOfBlock url={element.image_url} alt={element.alt_text} class="block-icon" />
          ) : (
            <TextOfBlock text={element} />
          )
        }
      </For>
    </div>
  );
}

/** Renders controls, each by its ID, so that it keeps its focus when the block is updated. */
function Controls(props: {
  block: Block;
  controls: readonly Control[];
  label?: string;
  actions: BlockActions;
}) {
  const ids = () => props.controls.map((each) => each.action_id);
  return (
    <For each={ids()}>
      {(id) => (
        <Show when={props.controls.find((each) => each.action_id === id)}>
          {(control) => (
            <ControlView
              block={props.block}
              control={control()}
              label={props.label ?? ''}
              actions={props.actions}
            />
          )}
        </Show>
      )}
    </For>
  );
}
