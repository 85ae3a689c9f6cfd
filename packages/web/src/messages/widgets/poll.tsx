import type { Message } from '@parley/client';
import { type Poll as PollState, widgetControls, widgetOf } from '@parley/rules/widgets';
import { createMemo, For, Show } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { listOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { ms } from '../texts.ts';
import { AddLine, createWidgetPresses, PressFeedback } from './widget-parts.tsx';

/** Shows a poll, in which people vote and to which they add options. */
export default function Poll(props: { message: Message }) {
  const presses = createWidgetPresses(() => props.message);
  const poll = createMemo(() => widgetOf(props.message) as PollState);
  const isPressing = (key: string) => presses.stateOf(widgetControls.vote(key)) === 'pressing';
  return (
    <div class="widget" role="group" aria-label={t('poll', { question: poll().question })}>
      <strong dir={directionOf(poll().question || ms('pollWithoutQuestion'))}>
        {poll().question || ms('pollWithoutQuestion')}
      </strong>
      <ul class="poll-options">
        <For each={poll().options}>
          {(each) => (
            <Option
              option={each}
              poll={poll()}
              isPressing={isPressing(each.key)}
              onVote={() => void presses.press(widgetControls.vote(each.key))}
            />
          )}
        </For>
      </ul>
      <AddLine label={ms('newOption')} control={widgetControls.newOption} presses={presses} />
      <PressFeedback presses={presses} isPressing={poll().options.some(({ key }) => isPressing(key))} />
    </div>
  );
}

function Option(props: {
  option: PollState['options'][number];
  poll: PollState;
  isPressing: boolean;
  onVote: () => void;
}) {
  const { store } = useParley();
  const each = props.option;
  const most = () => Math.max(1, ...props.poll.options.map(({ voters }) => voters.length));
  const hasVotes = () => props.poll.options.some(({ voters }) => voters.length > 0);
  const isOwn = () => each.voters.includes(store.people.selfId);
  return (
    <li>
      <button
        type="button"
        class="poll-vote"
        classList={{ 'is-pressing': props.isPressing }}
        aria-busy={props.isPressing}
        aria-pressed={isOwn()}
        aria-label={ms('voteFor', { option: each.text, count: each.voters.length })}
        onClick={() => props.onVote()}
      >
        {each.voters.length}
      </button>
      <span class="poll-option" dir={directionOf(each.text)}>
        {each.text}
      </span>
      <span class="muted">{listOf(each.voters.map((id) => userName(store, id)))}</span>
      <Show when={hasVotes()}>
        <span class="poll-bar" aria-hidden="true">
          <span style={{ 'inline-size': `${(each.voters.length / most()) * 100}%` }} />
        </span>
      </Show>
    </li>
  );
}
