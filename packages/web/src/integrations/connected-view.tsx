import { foldCase } from '@parley/client';
import { Plug } from 'lucide';
import { createMemo, createSignal, Show } from 'solid-js';
import { b } from '../bots/texts.ts';
import { EmptyNote } from '../forms/entries.tsx';
import { SearchField } from '../forms/fields.tsx';
import { VirtualList } from '../forms/virtual-list.tsx';
import { t } from '../i18n/index.ts';
import type { Integration } from './catalogue/catalogue.ts';
import { ConnectedRow } from './connected-row.tsx';
import { useManagedBots } from './managed-bots.ts';
import { n } from './texts.ts';

/** Lists the bots of integrations that the person may change: their own, or as an administrator all. */
export function ConnectedView(props: { base: string; isOwn: boolean; integrations: readonly Integration[] }) {
  const bots = useManagedBots({ isOwn: props.isOwn });
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return bots().filter((bot) => foldCase(bot.full_name).includes(wanted));
  });
  return (
    <div class="is-filling">
      <p class="muted">{n(props.isOwn ? 'connectedOwnHelp' : 'connectedHelp')}</p>
      <Show when={bots().length > 0}>
        <div class="toolbar">
          <SearchField label={b('filterBots')} value={query()} onChange={setQuery} />
        </div>
      </Show>
      <VirtualList
        label={n('connected')}
        items={shown()}
        rowRem={4.5}
        fallback={
          <Show when={bots().length === 0} fallback={<p class="muted">{t('nothingFound')}</p>}>
            <EmptyNote icon={Plug}>{n('noneConnected')}</EmptyNote>
          </Show>
        }
        row={(bot) => <ConnectedRow bot={bot} base={props.base} integrations={props.integrations} />}
      />
    </div>
  );
}
