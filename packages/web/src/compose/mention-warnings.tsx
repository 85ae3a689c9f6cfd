import { createMemo, Show } from 'solid-js';
import { listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { type MentionProblem, problemOf } from './suggestions/mentions.ts';

/** Shows which mentions in a text mention nobody, and why. */
export function MentionWarnings(props: { mentions: readonly string[] }) {
  const { store } = useParley();
  const usersChanged = useDerived([store.people.users], () => ({}));
  const groupsChanged = useDerived([store.groups.groups], () => ({}));
  /** Returns the mentions that mention nobody for a reason. */
  const unmatched = (problem: MentionProblem): readonly string[] => {
    usersChanged();
    groupsChanged();
    return props.mentions.filter((mention) => problemOf(store, mention) === problem);
  };
  const withoutPerson = createMemo(() => unmatched('nobody'));
  const ambiguous = createMemo(() => unmatched('several'));
  return (
    <div role="status">
      <Show when={withoutPerson().length > 0}>
        <div class="notice">{t('mentionsNobody', { mentions: listOf(withoutPerson()) })}</div>
      </Show>
      <Show when={ambiguous().length > 0}>
        <div class="notice">{t('mentionIsAmbiguous', { mentions: listOf(ambiguous()) })}</div>
      </Show>
    </div>
  );
}
