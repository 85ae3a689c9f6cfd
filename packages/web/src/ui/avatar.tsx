import type { User } from '@parley/client';
import { useParley } from '../model/parley.tsx';
import { initialsPicture, ownPicture } from '../model/pictures.ts';
import { useEntry } from '../model/reactive.ts';

/** The picture of a person. Their name is always shown beside it, so the image has no text alternative. */
export function Avatar(props: { userId: number; size?: 'small' | 'large' }) {
  const { store } = useParley();
  const user = useEntry(store.people.users, () => props.userId);
  return (
    <img
      class="avatar"
      classList={{ 'is-small': props.size === 'small', 'is-large': props.size === 'large' }}
      src={avatarOf(user(), props.userId, props.size === 'large')}
      alt=""
      decoding="async"
    />
  );
}

/** Returns the address of a person's picture: their own, or one with their initials. */
function avatarOf(user: User | undefined, userId: number, isLarge: boolean): string {
  if (!user) return initialsPicture('', userId);
  if (user.avatar_url === undefined) return `/avatar/${userId}${isLarge ? '/medium' : ''}`;
  return ownPicture(user.avatar_url) ?? initialsPicture(user.full_name, userId);
}

/** A person's presence as a dot. */
export function PresenceDot(props: { userId: number }) {
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
