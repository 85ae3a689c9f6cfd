import type { ParamsOf } from '@parley/client';
import { foldCase } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Plus, X } from 'lucide';
import { createSignal, Index, onMount, Show } from 'solid-js';
import { Form } from '../forms/fields.tsx';
import { directionOf } from '../i18n/direction.ts';
import { useParley } from '../model/parley.tsx';
import { useField } from '../model/self.ts';
import { createSubmission } from '../model/submission.ts';
import { AccountCard } from '../sign-in/parts.tsx';
import { Icon } from '../ui/icon.tsx';
import { w } from './texts.ts';

const next = '#welcome/invitations';
const maxChannels = 20;

const focusField = (index: number) =>
  document.querySelectorAll<HTMLInputElement>('.first-run-channels input')[index]?.focus();

/** Creates the names of the first channels, and the channels. Call it inside a component. */
function createChannels() {
  const parley = useParley();
  const { client, store } = parley;
  const [names, setNames] = createSignal<readonly string[]>([w('general'), w('random')]);
  const submission = createSubmission();
  const wanted = () => names().flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  const repeated = () => {
    const keys = wanted().map((name) => foldCase(name));
    return wanted().find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  };
  async function create(): Promise<void> {
    const isDone = await submission.run(async () => {
      for (const name of wanted()) {
        // A former attempt that failed half-way has created this channel.
        if (store.channels.idOf(name) !== undefined) continue;
        const params: ParamsOf<'create-channel'> = {
          name,
          subscribers: [store.people.selfId],
          is_default_stream: true,
        };
        await client.call('create-channel', params);
      }
    });
    if (isDone) parley.router.go(next);
  }
  const isIncomplete = () => submission.isBusy() || wanted().length === 0 || repeated() !== undefined;
  return { names, setNames, submission, wanted, repeated, create, isIncomplete };
}

type Channels = ReturnType<typeof createChannels>;

/** Renders the step that creates the first public channels. All people who join later are subscribed to them. */
export function FirstChannels() {
  const channels = createChannels();
  const { submission, wanted, repeated } = channels;
  const buttonText = () => {
    if (submission.isBusy()) return w('creating');
    const count = wanted().length;
    return count === 0 ? w('createNoChannels') : w('createChannels', { count });
  };
  onMount(() => focusField(0));
  document.title = w('channelsTitle');

  return (
    <AccountCard title={w('channelsTitle')}>
      <p class="muted first-run-intro">
        {w('step', { step: 2 })} · {w('channelsIntro')}
      </p>
      <Form onSubmit={() => void channels.create()}>
        <Names channels={channels} />
        <div role="alert">
          <Show when={submission.problem()}>{(text) => <p class="notice is-error">{text()}</p>}</Show>
          <Show when={repeated()}>
            {(name) => <p class="notice is-error">{w('sameName', { name: name() })}</p>}
          </Show>
        </div>
        <button type="submit" class="button is-primary" disabled={channels.isIncomplete()}>
          {buttonText()}
        </button>
      </Form>
      <a href={next}>{w('skip')}</a>
    </AccountCard>
  );
}

function Names({ channels: { names, setNames } }: { channels: Channels }) {
  return (
    <>
      <ul class="first-run-channels">
        <Index each={names()}>
          {(name, index) => (
            <NameField
              name={name()}
              number={index + 1}
              onChange={(text) => setNames(names().with(index, text))}
              onRemove={() => {
                setNames(names().toSpliced(index, 1));
                focusField(Math.min(index, names().length - 1));
              }}
            />
          )}
        </Index>
      </ul>
      <Show when={names().length < maxChannels}>
        <button
          type="button"
          class="button"
          onClick={() => {
            setNames([...names(), '']);
            focusField(names().length - 1);
          }}
        >
          <Icon of={Plus} />
          {w('addChannel')}
        </button>
      </Show>
    </>
  );
}

function NameField(props: {
  name: string;
  number: number;
  onChange: (name: string) => void;
  onRemove: () => void;
}) {
  const nameLength = useField('max_stream_name_length');
  return (
    <li>
      <input
        class="input"
        dir={directionOf(props.name)}
        aria-label={w('channelName', { number: props.number })}
        data-max-length={Number(nameLength() ?? limits.channelNameLength)}
        value={props.name}
        on:input={(event) => props.onChange(event.currentTarget.value)}
      />
      <button
        type="button"
        class="icon-button"
        aria-label={w('removeChannel', { name: props.name || w('emptyChannel') })}
        onClick={() => props.onRemove()}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}
