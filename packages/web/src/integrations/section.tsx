import { createMemo, Match, Show, Switch } from 'solid-js';
import { botsTexts } from '../bots/texts.ts';
import { createLoaded } from '../forms/loaded.ts';
import { usePagePath } from '../forms/page.tsx';
import { t, translatedByServer } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import { NotLoaded } from '../ui/not-loaded.tsx';
import '../styles/integrations.css';
import { AppsView } from './apps-view.tsx';
import { BotPage } from './bot-page.tsx';
import { withTexts } from './catalogue.ts';
import { CatalogueView } from './catalogue-view.tsx';
import { ConnectPage } from './connect-page.tsx';
import { ConnectedView } from './connected-view.tsx';
import { OutgoingPage } from './outgoing-page.tsx';
import { placeOfPath } from './place.ts';
import { integrationsTexts, n } from './texts.ts';

await Promise.all([integrationsTexts.load(), botsTexts.load()]);

/**
 * Connects tools: a catalogue with the way to an address for each, and what is connected, with its deliveries.
 * @param props.isOwn whether only the person's own bots are shown, on the page of their settings
 */
export default function IntegrationsSection(props: { isOwn?: boolean }) {
  const { client } = useParley();
  const base = props.isOwn ? '#settings/integrations' : '#organization/integrations';
  const catalogue = createLoaded(async () =>
    withTexts((await client.call('get-integrations', {})).integrations, translatedByServer),
  );
  const pagePath = usePagePath();
  const place = createMemo(() => placeOfPath(pagePath().slice(1)));
  const added = createMemo(() => {
    const present = place();
    return present.view === 'add'
      ? catalogue.value()?.find(({ name }) => name === present.integration)
      : undefined;
  });
  const botId = createMemo(() => {
    const present = place();
    return present.view === 'bot' ? present.botId : undefined;
  });
  return (
    <div class={place().view === 'connected' ? 'is-filling' : 'stack'}>
      <Show when={['catalogue', 'connected', 'apps'].includes(place().view)}>
        <nav class="tabs" aria-label={n('integrations')}>
          <a href={base} aria-current={place().view === 'catalogue' ? 'page' : undefined}>
            {n('catalogue')}
          </a>
          <a href={`${base}/connected`} aria-current={place().view === 'connected' ? 'page' : undefined}>
            {n('connected')}
          </a>
          <a href={`${base}/apps`} aria-current={place().view === 'apps' ? 'page' : undefined}>
            {n('apps')}
          </a>
        </nav>
      </Show>
      <Show when={catalogue.problem()}>
        {(text) => <NotLoaded text={text()} onRetry={() => catalogue.reload()} />}
      </Show>
      <Show
        when={catalogue.value()}
        fallback={
          <Show when={catalogue.isLoading()}>
            <p class="muted" role="status">
              {t('loading')}
            </p>
          </Show>
        }
      >
        {(integrations) => (
          <Switch>
            <Match when={place().view === 'catalogue'}>
              <CatalogueView base={base} integrations={integrations()} />
            </Match>
            <Match when={place().view === 'connected'}>
              <ConnectedView base={base} isOwn={props.isOwn ?? false} />
            </Match>
            <Match when={place().view === 'apps'}>
              <AppsView />
            </Match>
            <Match when={place().view === 'outgoing'}>
              <OutgoingPage base={base} />
            </Match>
            <Match when={place().view === 'add'}>
              <Show when={added()} keyed fallback={<p class="empty">{n('unknownIntegration')}</p>}>
                {(integration) => <ConnectPage base={base} integration={integration} />}
              </Show>
            </Match>
            <Match when={botId()} keyed>
              {(id) => <BotPage base={base} botId={id} integrations={integrations()} />}
            </Match>
          </Switch>
        )}
      </Show>
    </div>
  );
}
