import type { Registration } from '@parley/client';
import { Link2 } from 'lucide';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { ChangedNotice, createChangedElsewhere } from '../../forms/changed-elsewhere.tsx';
import { EmptyEntry, EntryText } from '../../forms/entries.tsx';
import { createExpecting } from '../../forms/expecting.ts';
import { createTerms, TextField } from '../../forms/fields.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { attempt } from '../../model/actions.ts';
import { useParley } from '../../model/parley.tsx';
import { useField, useIsAdministrator } from '../../model/self.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { OrderedList } from '../ordered-list.tsx';
import { AddEntry, createEditing, RemoveDialog } from '../removing.tsx';
import { o } from '../texts.ts';
import { previewLinks, previewText } from './linkifier-preview.ts';

type Linkifier = NonNullable<Registration['realm_linkifiers']>[number];

/** Returns the linkifiers, and what can be done with them. Call it inside a component. */
function createLinkifiers() {
  const parley = useParley();
  const { client } = parley;
  const linkifiers = useField('realm_linkifiers');
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
  return { all, order, remove };
}

/** Lists the linkifiers (patterns of text that become links) in their order of precedence. */
export default function LinkifiersSection() {
  const { all, order, remove } = createLinkifiers();
  const isAdministrator = useIsAdministrator();
  const editing = createEditing<Linkifier>();
  return (
    <SettingGroup isPage title={o('linkifiers')} help={o('linkifiersHelp')}>
      <AddEntry label={o('newLinkifier')} onPress={editing.add} />
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
        actions={(linkifier) => (isAdministrator() ? editing.actions(linkifier) : [])}
      />
      <Show when={all().length > 0}>
        <TryAll linkifiers={all()} />
      </Show>
      <editing.Dialogs
        edit={(linkifier, onClose) => <LinkifierDialog linkifier={linkifier} onClose={onClose} />}
        remove={(linkifier, onClose) => (
          <RemoveDialog name={linkifier.pattern} act={() => remove(linkifier)} onClose={onClose}>
            <p>{o('removeLinkifierMore')}</p>
            <p>{o('removeLinkifierLeft', { count: all().length - 1 })}</p>
          </RemoveDialog>
        )}
      />
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

/** Returns the terms of a linkifier that the dialog edits; empty ones for a new linkifier. */
const termsOf = (linkifier: Linkifier | undefined) => ({
  pattern: linkifier?.pattern ?? '',
  url: linkifier?.url_template ?? '',
  reverse: linkifier?.reverse_template ?? '',
  text: linkifier?.example_input ?? '',
});

/** Creates what the person enters about a linkifier, and saves it. Call it inside a component. */
function createLinkifierForm(before: Linkifier | undefined) {
  const { client } = useParley();
  const linkifiers = useField('realm_linkifiers');
  const [terms, set] = createTerms(termsOf(before));
  const preview = createMemo(() => {
    const { pattern, url, text } = terms();
    return pattern === '' ? [] : previewLinks(pattern, url, text);
  });
  const stored = () => linkifiers()?.find(({ id }) => id === before?.id);
  const changed = createChangedElsewhere(before, stored);
  const expecting = createExpecting(stored);
  const save = async () => {
    changed.check();
    const { pattern, url: url_template, reverse: reverse_template, text } = terms();
    const example = reverse_template === '' ? {} : { example_input: text };
    const wanted = { pattern, url_template, reverse_template, ...example };
    if (!before) return client.call('add-linkifier', wanted);
    return expecting(['pattern', 'url_template', 'reverse_template'], (expected) =>
      client.call('update-linkifier', { filter_id: before.id, ...wanted, expected }),
    );
  };
  return { terms, set, preview, changed, save };
}

type LinkifierForm = ReturnType<typeof createLinkifierForm>;

function LinkifierDialog(props: { linkifier: Linkifier | undefined; onClose: () => void }) {
  const before = props.linkifier;
  const form = createLinkifierForm(before);
  const { terms, set } = form;
  const fields = [
    ['pattern', 'pattern', 'patternHelp'],
    ['url', 'urlTemplate', 'urlTemplateHelp'],
    ['reverse', 'reverseTemplate', 'reverseTemplateHelp'],
  ] as const;
  return (
    <FormDialog
      title={before ? o('editLinkifier', { name: before.pattern }) : o('newLinkifier')}
      button={t('save')}
      isDisabled={terms().pattern === '' || terms().url === ''}
      act={form.save}
      onClose={props.onClose}
    >
      <ChangedNotice
        changed={form.changed}
        inWords={(theirs) => `${theirs.pattern} → ${theirs.url_template}`}
        onTake={(theirs) => set({ ...termsOf(theirs), text: terms().text })}
      />
      <For each={fields}>
        {([name, label, help]) => (
          <TextField
            label={o(label)}
            help={o(help)}
            isCode
            value={terms()[name]}
            onChange={(text) => set({ [name]: text })}
          />
        )}
      </For>
      <TryOut form={form} />
    </FormDialog>
  );
}

/** Renders a text that the person tries the pattern on, and the links that it gives. */
function TryOut(props: { form: LinkifierForm }) {
  const { terms, set, preview } = props.form;
  return (
    <>
      <TextField label={o('tryText')} value={terms().text} onChange={(text) => set({ text })} />
      <div role="status">
        <Show when={terms().text !== '' && terms().pattern !== ''}>
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
    </>
  );
}
