import { createMemo, For, Match, Show, Switch } from 'solid-js';
import { botsTexts } from '../bots/texts.ts';
import { createLoaded, LoadedView } from '../forms/loaded.tsx';
import { usePagePath } from '../forms/page.tsx';
import { translatedByServer } from '../i18n/index.ts';
import { useParley } from '../model/parley.tsx';
import '../styles/integrations.css';
import { AppsView } from './apps/apps-view.tsx';
import { BotPage } from './bot-page.tsx';
import { type Integration, withTexts } from './catalogue/catalogue.ts';
import { CatalogueView } from './catalogue/catalogue-view.tsx';
import { ConnectedView } from './connected-view.tsx';
import { OutgoingPage } from './outgoing/outgoing-page.tsx';
import { type Place, placeOfPath } from './place.ts';
import { integrationsTexts, n } from './texts.ts';
import { ConnectPage } from './webhooks/connect-page.tsx';

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
  return (
    <div class={place().view === 'connected' ? 'is-filling' : 'stack'}>
      <Show when={['catalogue', 'connected', 'apps'].includes(place().view)}>
        <Tabs base={base} view={place().view} />
      </Show>
      <LoadedView of={catalogue}>
        {(integrations) => (
          <View base={base} place={place()} isOwn={props.isOwn ?? false} integrations={integrations()} />
        )}
      </LoadedView>
    </div>
  );
}

const tabs = [
  { view: 'catalogue', path: '' },
  { view: 'connected', path: '/connected' },
  { view: 'apps', path: '/apps' },
] as const;

function Tabs(props: { base: string; view: Place['view'] }) {
  return (
    <nav class="tabs" aria-label={n('integrations')}>
      <For each={tabs}>
        {({ view, path }) => (
          <a href={`${props.base}${path}`} aria-current={props.view === view ? 'page' : undefined}>
            {n(view)}
          </a>
        )}
      </For>
    </nav>
  );
}

function View(props: { base: string; place: Place; isOwn: boolean; integrations: readonly Integration[] }) {
  const added = createMemo(() => {
    const present = props.place;
    return present.view === 'add'
      ? props.integrations.find(({ name }) => name === present.integration)
      : undefined;
  });
  const botId = createMemo(() => {
    const present = props.place;
    return present.view === 'bot' ? present.botId : undefined;
  });
  return (
    <Switch>
      <Match when={props.place.view === 'catalogue'}>
        <CatalogueView base={props.base} integrations={props.integrations} />
      </Match>
      <Match when={props.place.view === 'connected'}>
        <ConnectedView base={props.base} isOwn={props.isOwn} integrations={props.integrations} />
      </Match>
      <Match when={props.place.view === 'apps'}>
        <AppsView />
      </Match>
      <Match when={props.place.view === 'outgoing'}>
        <OutgoingPage base={props.base} />
      </Match>
      <Match when={props.place.view === 'add'}>
        <Show when={added()} keyed fallback={<p class="empty">{n('unknownIntegration')}</p>}>
          {(integration) => <ConnectPage base={props.base} integration={integration} />}
        </Show>
      </Match>
      <Match when={botId()} keyed>
        {(id) => <BotPage base={props.base} botId={id} integrations={props.integrations} />}
      </Match>
    </Switch>
  );
}
