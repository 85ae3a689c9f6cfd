import type { Message, User, UserId } from '@parley/client';
import { createSignal, Show } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { hueOf, initialsOf, ownPicture, showsInitials } from '../model/people/pictures.ts';
import { useEntry } from '../model/reactive.ts';

/** Renders the picture of a person. It has no text alternative, because the person's name is always shown beside it. */
export function Avatar(props: { userId: UserId; size?: 'small' | 'large'; message?: Message }) {
  const { store } = useParley();
  const user = useEntry(store.people.users, () => props.userId);
  const known = () => user() ?? senderOf(props.message);
  const sizes = () => ({ 'is-small': props.size === 'small', 'is-large': props.size === 'large' });
  const picture = () => pictureOf(known(), props.userId, props.size === 'large');
  // The server may redirect to a picture on another host, which the content security policy blocks.
  const [failed, setFailed] = createSignal<string>();
  return (
    <Show
      when={picture() === failed() ? undefined : picture()}
      fallback={
        <span
          class="avatar is-initials"
          classList={sizes()}
          style={{ '--hue': String(hueOf(props.userId)) }}
          aria-hidden="true"
        >
          {initialsOf(known()?.full_name ?? '')}
        </span>
      }
    >
      {(source) => (
        <img
          class="avatar"
          classList={sizes()}
          src={source()}
          alt=""
          decoding="async"
          onError={() => setFailed(picture())}
        />
      )}
    </Show>
  );
}

/** Returns name and picture of a sender from a message, for senders whom the store does not know. */
const senderOf = (message: Message | undefined) =>
  message && { full_name: message.sender_full_name, avatar_url: message.avatar_url };

/** Returns the address of a person's uploaded picture; undefined without one. */
function pictureOf(
  user: Pick<User, 'full_name' | 'avatar_url'> | undefined,
  userId: UserId,
  isLarge: boolean,
): string | undefined {
  if (!user) return undefined;
  // The registration omits an address that follows from the person's ID.
  if (user.avatar_url === undefined) return `/avatar/${userId}${isLarge ? '/medium' : ''}`;
  const path = ownPicture(user.avatar_url);
  return path === undefined || showsInitials(path) ? undefined : path;
}

/** Renders a person's presence as a dot. */
export function PresenceDot(props: { userId: UserId }) {
  const { store, minute } = useParley();
  const presence = useEntry(store.people.presences, () => props.userId);
  const status = () => {
    minute();
    presence();
    return store.people.presenceOf(props.userId);
  };
  return (
    <span
      class="presence"
      classList={{ 'is-active': status() === 'active', 'is-idle': status() === 'idle' }}
    />
  );
}
