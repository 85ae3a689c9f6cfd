import { limits } from '@parley/rules/limits';
import { createSignal, For, Show } from 'solid-js';
import type { Emoji } from '../emoji/all-emoji.ts';
import EmojiPicker from '../emoji/emoji-picker.tsx';
import { createTerms, Form, SelectField } from '../forms/fields.tsx';
import { directionOf } from '../i18n/direction.ts';
import { comingDayOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { endOf, isAnotherDay, type StatusEnd, statusEnds } from '../model/people/status-ends.ts';
import { Dialog } from '../ui/dialog.tsx';
import { pe } from './texts.ts';

type StatusEmoji = { emoji_name: string; emoji_code: string; reaction_type: string };

const unicode = (emoji_name: string, emoji_code: string): StatusEmoji => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
});

const usual = [
  ['statusBusy', unicode('working_on_it', '1f6e0'), 'hour'],
  ['statusMeeting', unicode('calendar', '1f4c5'), 'hour'],
  ['statusCommuting', unicode('bus', '1f68c'), 'halfHour'],
  ['statusSick', unicode('hurt', '1f915'), 'today'],
  ['statusVacation', unicode('palm_tree', '1f334'), 'monday'],
  ['statusRemote', unicode('house', '1f3e0'), 'today'],
] as const;

const emojiOfStatus = (status: Partial<StatusEmoji>): StatusEmoji | undefined =>
  status.emoji_name === undefined
    ? undefined
    : {
        emoji_name: status.emoji_name,
        emoji_code: status.emoji_code ?? '',
        reaction_type: status.reaction_type ?? 'unicode_emoji',
      };

type DialogProps = { onClose: () => void };

/** Creates the status that the person enters, and stores it. Call it inside a component. */
function createStatus(props: DialogProps) {
  const parley = useParley();
  const { client, store } = parley;
  const present = store.people.statuses.get(store.people.selfId);
  const [terms, set] = createTerms({
    text: present?.status_text ?? '',
    emoji: present && emojiOfStatus(present),
    end: 'never' as StatusEnd,
    date: '',
  });
  const endsAt = () => endOf(terms().end, terms().date, new Date());
  const isShown = useIsShown();
  const save = async () => {
    const status = {
      status_text: terms().text.trim(),
      ...(terms().emoji ?? { emoji_name: '' }),
      status_ends_at: endsAt(),
    };
    if ((await attempt(parley, client.call('update-status', status), t('notSaved'))) && isShown())
      props.onClose();
  };
  const clear = () => {
    set({ text: '', emoji: undefined });
    void save();
  };
  return { isSet: present !== undefined, terms, set, endsAt, save, clear };
}

type Status = ReturnType<typeof createStatus>;

/** Renders the dialog in which people set their status, which others see next to their name. */
export default function StatusDialog(props: DialogProps) {
  const status = createStatus(props);
  let field: HTMLInputElement | undefined;
  return (
    <Dialog title={t('setStatus')} onClose={props.onClose} focusFirst={() => field}>
      <Form class="stack" onSubmit={() => void status.save()}>
        <WhatFields
          status={status}
          ref={(element) => {
            field = element;
          }}
        />
        <EndFields status={status} />
        <div class="dialog-actions">
          <Show when={status.isSet}>
            <button type="button" class="button" onClick={status.clear}>
              {pe('clearStatus')}
            </button>
          </Show>
          <button type="submit" class="button is-primary">
            {t('save')}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Renders the emoji and the text of the status, and what people often are. */
function WhatFields(props: { status: Status; ref: (field: HTMLInputElement) => void }) {
  const { terms, set } = props.status;
  const [isChoosing, setChoosing] = createSignal(false);
  const choose = ({ emoji_name, emoji_code, reaction_type }: Emoji) => {
    set({ emoji: { emoji_name, emoji_code, reaction_type } });
    setChoosing(false);
  };
  const chooseUsual = ([name, emoji, end]: (typeof usual)[number]) => set({ text: pe(name), emoji, end });
  return (
    <>
      <div class="inline-form">
        <button
          type="button"
          class="button"
          aria-label={pe('chooseStatusEmoji')}
          aria-expanded={isChoosing()}
          onClick={() => setChoosing((each) => !each)}
        >
          <StatusPicture emoji={terms().emoji} />
        </button>
        <StatusText text={terms().text} onChange={(text) => set({ text })} ref={props.ref} />
      </div>
      <Show when={isChoosing()} fallback={<UsualStatuses onChoose={chooseUsual} />}>
        <EmojiPicker onChoose={choose} />
      </Show>
    </>
  );
}

function StatusText(props: {
  text: string;
  onChange: (text: string) => void;
  ref: (field: HTMLInputElement) => void;
}) {
  return (
    <label class="field">
      <span class="visually-hidden">{pe('statusText')}</span>
      <input
        class="input"
        ref={(element) => props.ref(element)}
        data-max-length={limits.statusLength}
        placeholder={pe('statusText')}
        dir={directionOf(props.text)}
        value={props.text}
        on:input={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** Renders what people often are, to be chosen at once. */
function UsualStatuses(props: { onChoose: (status: (typeof usual)[number]) => void }) {
  return (
    <div class="choices">
      <For each={usual}>
        {(status) => (
          <button type="button" class="button is-start" onClick={() => props.onChoose(status)}>
            <span class="emoji">{emojiOf(status[1].emoji_code)}</span>
            {pe(status[0])}
          </button>
        )}
      </For>
    </div>
  );
}

/** Renders when the status ends by itself, and the words that tell others when the person is back. */
function EndFields({ status: { terms, set, endsAt } }: { status: Status }) {
  const back = () =>
    endsAt() > 0 && isAnotherDay(terms().end) ? pe('backOn', { day: comingDayOf(endsAt()) }) : undefined;
  return (
    <div class="status-end">
      <SelectField
        label={pe('statusClears')}
        value={terms().end}
        options={statusEnds.map((value) => ({ value, label: pe(`statusEnd-${value}`) }))}
        onChange={(end) => set({ end })}
      />
      <Show when={terms().end === 'date'}>
        <label class="field">
          <span class="label">{pe('statusBackDate')}</span>
          <input
            class="input"
            type="date"
            value={terms().date}
            onChange={(event) => set({ date: event.currentTarget.value })}
          />
        </label>
      </Show>
      <Show when={back()} keyed>
        {(words) => <SayBack words={words} text={terms().text} onText={(text) => set({ text })} />}
      </Show>
    </div>
  );
}

function SayBack(props: { words: string; text: string; onText: (text: string) => void }) {
  const { words } = props;
  return (
    <Show when={!props.text.includes(words)}>
      <button
        type="button"
        class="button"
        onClick={() => props.onText(props.text.trim() === '' ? words : `${props.text.trim()} · ${words}`)}
      >
        {pe('sayBack', { words })}
      </button>
    </Show>
  );
}

function StatusPicture(props: { emoji: StatusEmoji | undefined }) {
  const { store } = useParley();
  const image = () =>
    props.emoji?.reaction_type === 'realm_emoji'
      ? store.fields.get('realm_emoji')?.[props.emoji.emoji_code]?.source_url
      : undefined;
  return (
    <Show
      when={image()}
      fallback={<span class="emoji">{props.emoji ? emojiOf(props.emoji.emoji_code) : '🙂'}</span>}
    >
      {(source) => <img class="emoji" src={source()} alt="" />}
    </Show>
  );
}
