import type {
  Attachment,
  Draft,
  NavigationView,
  Registration,
  Reminder,
  SavedSnippet,
  ScheduledMessage,
} from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';

export class Personal {
  readonly drafts: ObservableMap<number, Draft>;
  readonly savedSnippets: ObservableMap<number, SavedSnippet>;
  readonly scheduledMessages: ObservableMap<number, ScheduledMessage>;
  readonly reminders: ObservableMap<number, Reminder>;
  readonly navigationViews: ObservableMap<string, NavigationView>;
  /** The user's files that events have reported since the registration. `get-attachments` returns all files. */
  readonly attachments: ObservableMap<number, Attachment>;

  constructor(batch: Batch) {
    this.drafts = new ObservableMap(batch);
    this.savedSnippets = new ObservableMap(batch);
    this.scheduledMessages = new ObservableMap(batch);
    this.reminders = new ObservableMap(batch);
    this.navigationViews = new ObservableMap(batch);
    this.attachments = new ObservableMap(batch);
  }

  load(initial: Registration): void {
    this.drafts.replaceAll((initial.drafts ?? []).map((each) => [each.id, each]));
    this.savedSnippets.replaceAll((initial.saved_snippets ?? []).map((each) => [each.id, each]));
    this.scheduledMessages.replaceAll(
      (initial.scheduled_messages ?? []).map((each) => [each.scheduled_message_id, each]),
    );
    this.reminders.replaceAll((initial.reminders ?? []).map((each) => [each.reminder_id, each]));
    this.navigationViews.replaceAll((initial.navigation_views ?? []).map((each) => [each.fragment, each]));
    this.attachments.replaceAll([]);
  }

  readonly handlers = {
    drafts: (event) => {
      if (event.op === 'remove') this.drafts.delete(event.draft_id);
      else if (event.op === 'add') for (const draft of event.drafts) this.drafts.set(draft.id, draft);
      else this.drafts.set(event.draft.id, event.draft);
    },
    saved_snippets: (event) => {
      if (event.op === 'remove') this.savedSnippets.delete(event.saved_snippet_id);
      else this.savedSnippets.set(event.saved_snippet.id, event.saved_snippet);
    },
    scheduled_messages: (event) => {
      if (event.op === 'remove') this.scheduledMessages.delete(event.scheduled_message_id);
      else {
        const changed = event.op === 'add' ? event.scheduled_messages : [event.scheduled_message];
        for (const each of changed) this.scheduledMessages.set(each.scheduled_message_id, each);
      }
    },
    reminders: (event) => {
      if (event.op === 'remove') this.reminders.delete(event.reminder_id);
      else for (const each of event.reminders) this.reminders.set(each.reminder_id, each);
    },
    navigation_view: (event) => {
      if (event.op === 'add') this.navigationViews.set(event.navigation_view.fragment, event.navigation_view);
      else if (event.op === 'remove') this.navigationViews.delete(event.fragment);
      else {
        // A null name removes the name. A null `is_pinned` leaves the value unchanged.
        const { is_pinned: isPinned, ...rest } = event.data;
        const pinning = typeof isPinned === 'boolean' ? { is_pinned: isPinned } : {};
        this.navigationViews.patch(event.fragment, { ...rest, ...pinning });
      }
    },
    attachment: (event) => {
      if (event.op === 'remove') this.attachments.delete(event.attachment.id);
      else this.attachments.set(event.attachment.id, event.attachment);
    },
  } satisfies Handlers;
}
