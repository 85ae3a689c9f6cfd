import type { PlaceKey } from '@parley/client';
import { listOf } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useEntry } from '../../model/reactive.ts';

const maxNames = 3;

/** Shows the people who are typing in the conversation. */
export function TypingNotice(props: { placeKey: PlaceKey }) {
  const { store } = useParley();
  const typing = useEntry(store.typing.places, () => props.placeKey);
  const text = () => {
    const ids = typing() ?? [];
    if (ids.length === 0) return '';
    if (ids.length > maxNames) return t('severalTyping');
    return t('typing', { people: listOf(ids.map((id) => userName(store, id))), count: ids.length });
  };
  return (
    <p class="typing muted" aria-live="off">
      {text()}
    </p>
  );
}
