import { limits } from '@parley/rules/limits';
import { createSignal, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { comingDayOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { emojiOf } from '../lib/emoji-of.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { attempt } from '../model/actions.ts';
import type { Emoji } from '../model/emoji.ts';
import { useParley } from '../model/parley.tsx';
import { endOf, isAnotherDay, type StatusEnd, statusEnds } from '../model/status-ends.ts';
import { Dialog } from '../ui/dialog.tsx';
import EmojiPicker from '../ui/emoji-picker.tsx';

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

/** Renders the dialog in which people set their status, which others see next to their name. */
export default function StatusDialog(props: { onClose: () => void }) {
  const parley = useParley();
  const { client, store } = parley;
  const present = store.people.statuses.get(store.people.selfId);
  const [text, setText] = createSignal(present?.status_text ?? '');
  const [emoji, setEmoji] = createSignal(present && emojiOfStatus(present));
  const [isChoosing, setChoosing] = createSignal(false);
  const [end, setEnd] = createSignal<StatusEnd>('never');
  const [date, setDate] = createSignal('');
  const endsAt = () => endOf(end(), date(), new Date());
  let field: HTMLInputElement | undefined;
  const isShown = useIsShown();
  const save = async () => {
    const status = {
      status_text: text().trim(),
      ...(emoji() ?? { emoji_name: '' }),
      status_ends_at: endsAt(),
    };
    if ((await attempt(parley, client.call('update-status', status), t('notSaved'))) && isShown())
      props.onClose();
  };
  const choose = ({ emoji_name, emoji_code, reaction_type }: Emoji) => {
    setEmoji({ emoji_name, emoji_code, reaction_type });
    setChoosing(false);
  };
  return (
    <Dialog title={t('setStatus')} onClose={props.onClose} focusFirst={() => field}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="inline-form">
          <button
            type="button"
            class="button"
            aria-label={t('chooseStatusEmoji')}
            aria-expanded={isChoosing()}
            onClick={() => setChoosing((each) => !each)}
          >
            <StatusPicture emoji={emoji()} />
          </button>
          <StatusText
            text={text()}
            onChange={setText}
            ref={(element) => {
              field = element;
            }}
          />
        </div>
        <Show
          when={isChoosing()}
          fallback={
            <UsualStatuses
              onChoose={([name, itsEmoji, itsEnd]) => {
                setText(t(name));
                setEmoji(itsEmoji);
                setEnd(itsEnd);
              }}
            />
          }
        >
          <EmojiPicker onChoose={choose} />
        </Show>
        <EndFields
          end={end()}
          date={date()}
          endsAt={endsAt()}
          text={text()}
          onEnd={setEnd}
          onDate={setDate}
          onText={setText}
        />
        <div class="dialog-actions">
          <Show when={present}>
            <button
              type="button"
              class="button"
              onClick={() => {
                setText('');
                setEmoji(undefined);
                void save();
              }}
            >
              {t('clearStatus')}
            </button>
          </Show>
          <button type="submit" class="button is-primary">
            {t('save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function StatusText(props: {
  text: string;
  onChange: (text: string) => void;
  ref: (field: HTMLInputElement) => void;
}) {
  return (
    <label class="field">
      <span class="visually-hidden">{t('statusText')}</span>
      <input
        class="input"
        ref={(element) => props.ref(element)}
        data-max-length={limits.statusLength}
        placeholder={t('statusText')}
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
            {t(status[0])}
          </button>
        )}
      </For>
    </div>
  );
}

/** Renders when the status ends by itself, and the words that tell others when the person is back. */
function EndFields(props: {
  end: StatusEnd;
  date: string;
  endsAt: number;
  text: string;
  onEnd: (end: StatusEnd) => void;
  onDate: (date: string) => void;
  onText: (text: string) => void;
}) {
  const back = () =>
    props.endsAt > 0 && isAnotherDay(props.end) ? t('backOn', { day: comingDayOf(props.endsAt) }) : undefined;
  return (
    <div class="status-end">
      <label class="field">
        <span class="label">{t('statusClears')}</span>
        <select class="input" onChange={(event) => props.onEnd(event.currentTarget.value as StatusEnd)}>
          <For each={statusEnds}>
            {(each) => (
              <option value={each} selected={each === props.end}>
                {t(`statusEnd-${each}`)}
              </option>
            )}
          </For>
        </select>
      </label>
      <Show when={props.end === 'date'}>
        <label class="field">
          <span class="label">{t('statusBackDate')}</span>
          <input
            class="input"
            type="date"
            value={props.date}
            onChange={(event) => props.onDate(event.currentTarget.value)}
          />
        </label>
      </Show>
      <Show when={back()} keyed>
        {(words) => (
          <Show when={!props.text.includes(words)}>
            <button
              type="button"
              class="button"
              onClick={() =>
                props.onText(props.text.trim() === '' ? words : `${props.text.trim()} · ${words}`)
              }
            >
              {t('sayBack', { words })}
            </button>
          </Show>
        )}
      </Show>
    </div>
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
