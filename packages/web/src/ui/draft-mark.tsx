import { Pencil } from 'lucide';
import { Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { Icon } from './icon.tsx';

/** Renders the mark of a conversation with a text that was not sent. */
export function DraftMark(props: { draft: string | undefined }) {
  return (
    <Show when={props.draft}>
      <span class="draft-mark" title={t('draft')}>
        <Icon of={Pencil} />
      </span>
    </Show>
  );
}
