import { createMemo, createSignal, For, Show } from 'solid-js';
import { emojiCharacters } from '../../emoji/all-emoji.ts';
import { directionOf } from '../../i18n/direction.ts';
import { useParley } from '../../model/parley.tsx';
import { type EchoBlock, type EchoLine, type EchoStyle, type EchoText, echoOf } from './echo.ts';

/** Renders a message that is being sent as it will look. */
export default function OutgoingText(props: { text: string }) {
  const blocks = createMemo(() => echoOf(props.text));
  return (
    <div class="content" dir={directionOf(props.text)}>
      <Blocks blocks={blocks()} />
    </div>
  );
}

function Blocks(props: { blocks: readonly EchoBlock[] }) {
  return <For each={props.blocks}>{(block) => <Block block={block} />}</For>;
}

function Block({ block }: { block: EchoBlock }) {
  switch (block.kind) {
    case 'code':
      return (
        <div class="codehilite">
          <pre>
            <code>{block.text}</code>
          </pre>
        </div>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list': {
      const items = (
        <For each={block.lines}>
          {(line) => (
            <li>
              <Line line={line} />
            </li>
          )}
        </For>
      );
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'heading':
      return (
        <p>
          <strong>
            <Lines lines={block.lines} />
          </strong>
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      );
  }
}

function Lines(props: { lines: readonly EchoLine[] }) {
  return (
    <For each={props.lines}>
      {(line, index) => (
        <>
          <Show when={index() > 0}>
            <br />
          </Show>
          <Line line={line} />
        </>
      )}
    </For>
  );
}

function Line(props: { line: EchoLine }) {
  return <For each={props.line}>{(part) => <Styled text={part.text} styles={part.styles} />}</For>;
}

/** Renders a text in the elements of its styles, the first one outside. */
function Styled(props: EchoText) {
  const [style, ...inner] = props.styles;
  const Inside = () => <Styled text={props.text} styles={inner} />;
  const mention = (kind: string) => (
    <span class={kind} classList={{ silent: props.styles.includes('silent') }}>
      {props.text}
    </span>
  );
  const elements: Record<EchoStyle, () => unknown> = {
    bold: () => (
      <strong>
        <Inside />
      </strong>
    ),
    italic: () => (
      <em>
        <Inside />
      </em>
    ),
    strike: () => (
      <del>
        <Inside />
      </del>
    ),
    code: () => <code>{props.text}</code>,
    link: () => (
      <span class="link-button">
        <Inside />
      </span>
    ),
    person: () => mention('user-mention'),
    group: () => mention('user-group-mention'),
    silent: () => <Inside />,
  };
  return <>{style === undefined ? <WithEmoji text={props.text} /> : elements[style]()}</>;
}

const emojiName = /:([\w+-]+):/g;

/** Renders a text with its emoji. They are drawn at once where the list of emoji is loaded, as it is after one was chosen. */
function WithEmoji(props: { text: string }) {
  const { store } = useParley();
  const [known, setKnown] = createSignal<ReadonlyMap<string, string>>();
  if (props.text.match(emojiName)) void emojiCharacters(store).then(setKnown, () => undefined);
  const text = () => props.text.replaceAll(emojiName, (whole, name: string) => known()?.get(name) ?? whole);
  return <>{text()}</>;
}
