import type { PlaceUnread } from '@parley/client';
import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';

const maxShown = 999;

export const countInBadge = (count: number): string => (count > maxShown ? `${maxShown}+` : String(count));

/** Counts of unread messages. `personal` counts those that concern the person: direct messages and mentions. */
export type UnreadCounts = {
  readonly count: number;
  readonly personal: number;
  /** Whether all that concern the person are mentions. */
  readonly areMentions?: boolean;
};

/** Returns the counts of a topic or direct conversation; zeros for one without unread messages. */
export function countsOfPlace(unread: PlaceUnread | undefined): UnreadCounts {
  if (!unread) return { count: 0, personal: 0 };
  const { place, count, mentions } = unread;
  const isDirect = place.kind === 'direct';
  return { count, personal: isDirect ? count : mentions, areMentions: !isDirect };
}

/**
 * Shows how many messages are unread: the filled badge counts those that concern the person, the other one counts all, unless both
 * are equal.
 * @param props.id prefix of the elements' IDs, for a description that names them (`unreadDescription`). Without it, the badges
 * contain the words.
 */
export function UnreadBadge(props: { counts: UnreadCounts; id?: string }) {
  const words = (text: string) => (
    <Show when={props.id === undefined}>
      <span class="visually-hidden"> {text}</span>
    </Show>
  );
  const isHidden = () => (props.id === undefined ? undefined : ('true' as const));
  return (
    <>
      <Show when={props.counts.personal > 0}>
        <span
          class="badge is-personal"
          classList={{ 'is-mention': props.counts.areMentions ?? false }}
          id={props.id && `${props.id}-personal`}
          aria-hidden={isHidden()}
        >
          {countInBadge(props.counts.personal)}
          {words(t('unreadForYou'))}
        </span>
      </Show>
      <Show when={props.counts.count > props.counts.personal}>
        <span class="badge" id={props.id} aria-hidden={isHidden()}>
          {countInBadge(props.counts.count)}
          {words(t('unreadCount'))}
        </span>
      </Show>
    </>
  );
}

/**
 * Returns the value of `aria-describedby` for a link beside an `UnreadBadge`; undefined without unread messages. The words after the
 * counts stand once in the sidebar (`UnreadWords`).
 */
export function unreadDescription(id: string, { count, personal }: UnreadCounts): string | undefined {
  const parts = [
    ...(personal > 0 ? [`${id}-personal`, 'unread-for-you-words'] : []),
    ...(count > personal ? [id, 'unread-words'] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : undefined;
}
