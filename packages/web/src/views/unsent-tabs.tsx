import { For } from 'solid-js';
import { t } from '../i18n/index.ts';
import { u } from './unsent-texts.ts';

const tabs = [
  { view: 'drafts', href: '#drafts', label: 'drafts' },
  { view: 'scheduled', href: '#scheduled', label: 'scheduledMessages' },
] as const;

/** Renders links to the lists of messages that are not sent yet: drafts and scheduled ones. */
export function UnsentTabs(props: { present: (typeof tabs)[number]['view'] }) {
  return (
    <nav class="choice-chips unsent-tabs" aria-label={u('unsent')}>
      <For each={tabs}>
        {(tab) => (
          <a
            class="choice-chip"
            href={tab.href}
            aria-current={props.present === tab.view ? 'page' : undefined}
          >
            {t(tab.label)}
          </a>
        )}
      </For>
    </nav>
  );
}
