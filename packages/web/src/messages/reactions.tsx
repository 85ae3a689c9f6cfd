import type { Message, Reaction, UserId } from '@parley/client';
import { createEffect, createMemo, For, on, Show } from 'solid-js';
import { EmojiButton } from '../emoji/emoji-button.tsx';
import { directionOf } from '../i18n/direction.ts';
import { listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { emojiOf } from '../lib/text/emoji-of.ts';
import { toggleReaction } from '../model/actions.ts';
import { shortName, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useSetting } from '../model/settings.ts';

/** Maximum number of reactions on a message up to which the buttons show people's names instead of counts. */
const maxNamesShown = 2;
/** Maximum number of people named in the description of a reaction. */
const maxListed = 20;

type Group = { readonly first: Reaction; readonly userIds: readonly UserId[] };

/** Shows the reactions below a message as buttons. A button adds or removes the reader's own reaction. */
export function Reactions(props: { message: Message }) {
  const parley = useParley();
  const { store } = parley;
  const groups = createMemo<Group[]>(() =>
    [
      ...Map.groupBy(props.message.reactions, (each) => `${each.reaction_type} ${each.emoji_code}`).values(),
    ].map((all) => ({ first: all[0]!, userIds: all.map((each) => each.user_id) })),
  );
  /** Returns the names of people, the reader first. Beyond `maxListed` people, the rest are only counted. */
  const names = (userIds: readonly UserId[]) => {
    const others = userIds.filter((id) => id !== store.people.selfId);
    const named = others.slice(0, maxListed).map((id) => userName(store, id));
    const all = others.length < userIds.length ? [t('you'), ...named] : named;
    const count = others.length - named.length;
    return count > 0 ? t('andMore', { people: all.join(', '), count }) : listOf(all);
  };
  /** The first names of the few who reacted. Their whole names are in the description. */
  const shortNames = (userIds: readonly UserId[]) => userIds.map((id) => shortName(store, id)).join(', ');
  const namesWanted = useSetting<boolean>('display_emoji_reaction_users');
  /** Whether the reactions show names. That requires few reactions and the reader's setting. */
  const showsNames = () => namesWanted() === true && props.message.reactions.length <= maxNamesShown;
  return (
    <div class="reactions" role="group" aria-label={t('reactions')}>
      <For each={groups()}>
        {(group) => {
          const isOwn = () => group.userIds.includes(store.people.selfId);
          const description = () =>
            t('reactedWith', { people: names(group.userIds), emoji: group.first.emoji_name });
          return (
            <button
              type="button"
              class="reaction"
              classList={{ 'is-own': isOwn() }}
              aria-pressed={isOwn()}
              aria-label={description()}
              title={description()}
              onClick={() => void toggleReaction(parley, props.message, group.first)}
            >
              <ReactionEmoji reaction={group.first} />
              <Show when={showsNames()} fallback={<span class="count">{group.userIds.length}</span>}>
                <span class="reaction-names" dir={directionOf(shortNames(group.userIds))}>
                  {shortNames(group.userIds)}
                </span>
              </Show>
            </button>
          );
        }}
      </For>
    </div>
  );
}

function ReactionEmoji(props: { reaction: Reaction }) {
  const { store } = useParley();
  const custom = () =>
    props.reaction.reaction_type === 'unicode_emoji'
      ? undefined
      : store.fields.get('realm_emoji')?.[props.reaction.emoji_code];
  return (
    <Show when={custom()} fallback={<span class="emoji">{emojiOf(props.reaction.emoji_code)}</span>}>
      {(emoji) => <img class="emoji" src={emoji().source_url} alt="" />}
    </Show>
  );
}

/** Shows the button that opens the emoji picker of a message. */
export function ReactionButton(props: {
  message: Message;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const parley = useParley();
  let trigger: HTMLButtonElement | undefined;
  // When the picker closes, the button that opened it is replaced by another element. So the message gets the focus.
  createEffect(
    on(
      () => props.isOpen,
      (isOpen, wasOpen) => {
        if (isOpen || !wasOpen) return;
        setTimeout(() => {
          if (document.activeElement !== document.body) return;
          trigger?.closest<HTMLElement>('article')?.focus({ preventScroll: true });
        });
      },
    ),
  );
  return (
    <EmojiButton
      label={t('react')}
      placement="bottom-end"
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      onChoose={(emoji) => {
        props.onOpenChange(false);
        void toggleReaction(parley, props.message, emoji);
      }}
      ref={(button) => {
        trigger = button;
      }}
    >
      <span class="tool-icon is-react" />
    </EmojiButton>
  );
}
