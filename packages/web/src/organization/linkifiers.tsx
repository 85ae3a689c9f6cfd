import type { Registration } from '@parley/client';
import { Link2 } from 'lucide';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { ChangedNotice, createChangedElsewhere } from '../forms/changed-elsewhere.tsx';
import { EmptyEntry, EntryText } from '../forms/entries.tsx';
import { createExpecting } from '../forms/expecting.ts';
import { TextField } from '../forms/fields.tsx';
import { SettingGroup } from '../forms/setting.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { useParley } from '../model/parley.tsx';
import { useField, useIsAdministrator } from '../model/self.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { previewLinks, previewText } from './linkifier-preview.ts';
import { OrderedList } from './ordered-list.tsx';
import { editAndRemove, RemoveDialog } from './removing.tsx';
import { o } from './texts.ts';

type Linkifier = NonNullable<Registration['realm_linkifiers']>[number];

/** Lists the linkifiers (patterns of text that become links) in their order of precedence. */
export default function LinkifiersSection() {
  const parley = useParley();
  const { client } = parley;
  const linkifiers = useField('realm_linkifiers');
  const isAdministrator = useIsAdministrator();
  const [edited, setEdited] = createSignal<Linkifier | 'new'>();
  const [asked, setAsked] = createSignal<Linkifier>();
  const all = () => linkifiers() ?? [];
  const order = (ids: readonly number[]) =>
    attempt(parley, client.call('reorder-linkifiers', { ordered_linkifier_ids: [...ids] }));
  const remove = async (linkifier: Linkifier) => {
    const order = all().map(({ id }) => id);
    await client.call('remove-linkifier', { filter_id: linkifier.id });
    const undo = () => void attempt(parley, restore(linkifier, order));
    parley.toasts.show(o('removed', { name: linkifier.pattern }), { undo });
  };
  /** Adds a removed linkifier again, with its former properties and at its former position. */
  const restore = async (linkifier: Linkifier, order: readonly number[]) => {
    const { pattern, url_template, example_input, reverse_template, alternative_url_templates } = linkifier;
    const { id } = await client.call('add-linkifier', {
      pattern,
      url_template,
      alternative_url_templates,
      ...(example_input && { example_input }),
      // An earlier release stored reverse templates without an example. The server accepts none without one.
      ...(example_input && reverse_template && { reverse_template }),
    });
    const others = new Set(all().map((each) => each.id));
    const before = order.filter((each) => each === linkifier.id || others.has(each));
    const later = [...others].filter((each) => each !== id && !order.includes(each));
    const wanted = [...before.map((each) => (each === linkifier.id ? id : each)), ...later];
    await client.call('reorder-linkifiers', { ordered_linkifier_ids: wanted });
  };
  return (
    <SettingGroup isPage title={o('linkifiers')} help={o('linkifiersHelp')}>
      <Show when={isAdministrator()} fallback={<p class="muted">{o('onlyAdministrators')}</p>}>
        <div class="form-actions">
          <button type="button" class="button is-primary" onClick={() => setEdited('new')}>
            {o('newLinkifier')}
          </button>
        </div>
      </Show>
      <OrderedList
        label={o('linkifiers')}
        items={all()}
        nameOf={({ pattern }) => pattern}
        canOrder={isAdministrator()}
        onOrder={order}
        fallback={<EmptyEntry icon={Link2}>{o('noLinkifiers')}</EmptyEntry>}
        row={(linkifier) => (
          <EntryText name={linkifier().pattern} isCode details={linkifier().url_template} isAddress />
        )}
        actions={(linkifier) =>
          isAdministrator()
            ? editAndRemove(
                () => setEdited(linkifier),
                () => setAsked(linkifier),
              )
            : []
        }
      />
      <Show when={all().length > 0}>
        <TryAll linkifiers={all()} />
      </Show>
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
          <RemoveDialog
            name={linkifier.pattern}
            act={() => remove(linkifier)}
            onClose={() => setAsked(undefined)}
          >
            <p>{o('removeLinkifierMore')}</p>
            <p>{o('removeLinkifierLeft', { count: all().length - 1 })}</p>
          </RemoveDialog>
        )}
      </Show>
    </SettingGroup>
  );
}

/** Shows a text with the links that all linkifiers together create. */
function TryAll(props: { linkifiers: readonly Linkifier[] }) {
  const [text, setText] = createSignal('');
  const parts = createMemo(() => previewText(props.linkifiers, text()));
  return (
    <div class="try-out">
      <TextField label={o('tryAll')} placeholder={o('tryAllExample')} value={text()} onChange={setText} />
      <p role="status" dir={directionOf(text())}>
        <Show when={text().trim() !== ''}>
          <For each={parts()}>
            {(part) =>
              typeof part === 'string' ? (
                part
              ) : (
                <a href={part.url} title={part.url} target="_blank" rel="noopener noreferrer">
                  {part.text}
                </a>
              )
            }
          </For>
          <Show when={parts().every((part) => typeof part === 'string')}>
            <br />
            <span class="muted">{o('tryNothing')}</span>
          </Show>
        </Show>
      </p>
    </div>
  );
}

function LinkifierDialog(props: { linkifier: Linkifier | undefined; onClose: () => void }) {
  const { client } = useParley();
  const linkifiers = useField('realm_linkifiers');
  const before = props.linkifier;
  const [pattern, setPattern] = createSignal(before?.pattern ?? '');
  const [url, setUrl] = createSignal(before?.url_template ?? '');
  const [reverse, setReverse] = createSignal(before?.reverse_template ?? '');
  const [text, setText] = createSignal(before?.example_input ?? '');
  const preview = createMemo(() => (pattern() === '' ? [] : previewLinks(pattern(), url(), text())));
  const stored = () => linkifiers()?.find(({ id }) => id === before?.id);
  const changed = createChangedElsewhere(before, stored);
  const expecting = createExpecting(stored);
  const take = (theirs: Linkifier) => {
    setPattern(theirs.pattern);
    setUrl(theirs.url_template);
    setReverse(theirs.reverse_template ?? '');
  };
  const save = async () => {
    changed.check();
    const example = reverse() === '' ? {} : { example_input: text() };
    const terms = { pattern: pattern(), url_template: url(), reverse_template: reverse(), ...example };
    if (!before) return client.call('add-linkifier', terms);
    return expecting(['pattern', 'url_template', 'reverse_template'], (expected) =>
      client.call('update-linkifier', { filter_id: before.id, ...terms, expected }),
    );
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
      <TextField
        label={o('pattern')}
        help={o('patternHelp')}
        isCode
        value={pattern()}
        onChange={setPattern}
      />
      <TextField
        label={o('urlTemplate')}
        help={o('urlTemplateHelp')}
        isCode
        value={url()}
        onChange={setUrl}
      />
      <TextField
        label={o('reverseTemplate')}
        help={o('reverseTemplateHelp')}
        isCode
        value={reverse()}
        onChange={setReverse}
      />
      <TextField label={o('tryText')} value={text()} onChange={setText} />
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
