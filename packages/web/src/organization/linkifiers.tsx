import type { Registration } from '@parley/client';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { ChangedNotice, createChangedElsewhere } from '../forms/changed-elsewhere.tsx';
import { useField, useIsAdministrator } from '../forms/self.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { f } from '../forms/texts.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { previewLinks } from './linkifier-preview.ts';
import { moved, OrderButtons } from './order-buttons.tsx';
import { o } from './texts.ts';

type Linkifier = NonNullable<Registration['realm_linkifiers']>[number];

/** Patterns of text that become links, in their order. */
export default function LinkifiersSection() {
  const { client } = useParley();
  const linkifiers = useField('realm_linkifiers');
  const isAdministrator = useIsAdministrator();
  const [edited, setEdited] = createSignal<Linkifier | 'new'>();
  const [asked, setAsked] = createSignal<Linkifier>();
  const all = () => linkifiers() ?? [];
  const move = (index: number, by: number) =>
    attempt(
      client.call('reorder-linkifiers', {
        ordered_linkifier_ids: moved(all(), index, by).map(({ id }) => id),
      }),
    );
  return (
    <SettingGroup title={o('linkifiers')} help={o('linkifiersHelp')}>
      <Show when={isAdministrator()} fallback={<p class="muted">{o('onlyAdministrators')}</p>}>
        <div class="form-actions">
          <button type="button" class="button is-primary" onClick={() => setEdited('new')}>
            {o('newLinkifier')}
          </button>
        </div>
      </Show>
      <ul class="plain-list">
        <For each={all()} fallback={<li class="muted">{o('noLinkifiers')}</li>}>
          {(linkifier, index) => (
            <li>
              <div class="row-main">
                <code>{linkifier.pattern}</code>
                <span class="muted">{linkifier.url_template}</span>
              </div>
              <Show when={isAdministrator()}>
                <OrderButtons
                  name={linkifier.pattern}
                  index={index()}
                  count={all().length}
                  onMove={(by) => void move(index(), by)}
                />
                <button
                  type="button"
                  class="button"
                  aria-label={o('editLinkifier', { name: linkifier.pattern })}
                  onClick={() => setEdited(linkifier)}
                >
                  {t('edit')}
                </button>
                <button
                  type="button"
                  class="button is-danger"
                  aria-label={f('remove', { name: linkifier.pattern })}
                  onClick={() => setAsked(linkifier)}
                >
                  {o('removePicture')}
                </button>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <Show when={edited()} keyed>
        {(present) => (
          <LinkifierDialog
            linkifier={present === 'new' ? undefined : present}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Show>
      <Show when={asked()} keyed>
        {(linkifier) => (
          <FormDialog
            title={o('removeAsk', { name: linkifier.pattern })}
            button={o('removePicture')}
            isDangerous
            act={() => client.call('remove-linkifier', { filter_id: linkifier.id })}
            onClose={() => setAsked(undefined)}
          >
            <p>{o('removeLinkifierMore')}</p>
          </FormDialog>
        )}
      </Show>
    </SettingGroup>
  );
}

function LinkifierDialog(props: { linkifier: Linkifier | undefined; onClose: () => void }) {
  const { client } = useParley();
  const linkifiers = useField('realm_linkifiers');
  const before = props.linkifier;
  const [pattern, setPattern] = createSignal(before?.pattern ?? '');
  const [url, setUrl] = createSignal(before?.url_template ?? '');
  const [reverse, setReverse] = createSignal(before?.reverse_template ?? '');
  const [text, setText] = createSignal('');
  const preview = createMemo(() => (pattern() === '' ? [] : previewLinks(pattern(), url(), text())));
  const changed = createChangedElsewhere(before, () => linkifiers()?.find(({ id }) => id === before?.id));
  const take = (theirs: Linkifier) => {
    setPattern(theirs.pattern);
    setUrl(theirs.url_template);
    setReverse(theirs.reverse_template ?? '');
  };
  const save = async () => {
    changed.check();
    const terms = { pattern: pattern(), url_template: url() };
    if (!before) return client.call('add-linkifier', terms);
    return client.call('update-linkifier', {
      filter_id: before.id,
      ...terms,
      reverse_template: reverse(),
      ...(reverse() !== '' && { example_input: text() }),
    });
  };
  return (
    <FormDialog
      title={before ? o('editLinkifier', { name: before.pattern }) : o('newLinkifier')}
      button={t('save')}
      isDisabled={pattern() === '' || url() === ''}
      act={save}
      onClose={props.onClose}
    >
      <ChangedNotice
        changed={changed}
        inWords={(theirs) => `${theirs.pattern} → ${theirs.url_template}`}
        onTake={take}
      />
      <label class="field">
        <span class="label">{o('pattern')}</span>
        <input
          class="input is-code"
          value={pattern()}
          on:input={(event) => setPattern(event.currentTarget.value)}
        />
        <span class="setting-help">{o('patternHelp')}</span>
      </label>
      <label class="field">
        <span class="label">{o('urlTemplate')}</span>
        <input class="input is-code" value={url()} on:input={(event) => setUrl(event.currentTarget.value)} />
        <span class="setting-help">{o('urlTemplateHelp')}</span>
      </label>
      <Show when={before}>
        <label class="field">
          <span class="label">{o('reverseTemplate')}</span>
          <input
            class="input is-code"
            value={reverse()}
            on:input={(event) => setReverse(event.currentTarget.value)}
          />
          <span class="setting-help">{o('reverseTemplateHelp')}</span>
        </label>
      </Show>
      <label class="field">
        <span class="label">{o('tryText')}</span>
        <input class="input" value={text()} on:input={(event) => setText(event.currentTarget.value)} />
      </label>
      <div role="status">
        <Show when={text() !== '' && pattern() !== ''}>
          <Show when={preview() !== 'invalid'} fallback={<p class="muted">{o('tryInvalid')}</p>}>
            <ul class="bullets">
              <For
                each={preview() as { text: string; url: string }[]}
                fallback={<li class="muted">{o('tryNothing')}</li>}
              >
                {(link) => (
                  <li>
                    <code>{link.text}</code> → {link.url}
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </Show>
      </div>
    </FormDialog>
  );
}
