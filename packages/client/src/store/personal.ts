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

/** What the person keeps for themselves. */
export class Personal {
  readonly drafts: ObservableMap<number, Draft>;
  readonly savedSnippets: ObservableMap<number, SavedSnippet>;
  readonly scheduledMessages: ObservableMap<number, ScheduledMessage>;
  readonly reminders: ObservableMap<number, Reminder>;
  /** By fragment. */
  readonly navigationViews: ObservableMap<string, NavigationView>;
  /** The person's files, as far as `get-attachments` and events told of them. */
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

  readonly handlers: Handlers = {
    drafts: (event: { op: string; drafts?: Draft[]; draft?: Draft; draft_id?: number }) => {
      if (event.op === 'remove') return void this.drafts.delete(event.draft_id!);
      for (const draft of event.drafts ?? [event.draft!]) this.drafts.set(draft.id, draft);
    },
    saved_snippets: (event: { op: string; saved_snippet?: SavedSnippet; saved_snippet_id?: number }) => {
      if (event.op === 'remove') this.savedSnippets.delete(event.saved_snippet_id!);
      else this.savedSnippets.set(event.saved_snippet!.id, event.saved_snippet!);
    },
    scheduled_messages: (event: ScheduledEvent) => {
      if (event.op === 'remove') return void this.scheduledMessages.delete(event.scheduled_message_id!);
      for (const each of event.scheduled_messages ?? [event.scheduled_message!]) {
        this.scheduledMessages.set(each.scheduled_message_id, each);
      }
    },
    reminders: (event: { op: string; reminders?: Reminder[]; reminder_id?: number }) => {
      if (event.op === 'remove') return void this.reminders.delete(event.reminder_id!);
      for (const each of event.reminders ?? []) this.reminders.set(each.reminder_id, each);
    },
    navigation_view: (event: ViewEvent) => {
      if (event.op === 'add')
        this.navigationViews.set(event.navigation_view!.fragment, event.navigation_view!);
      else if (event.op === 'remove') this.navigationViews.delete(event.fragment!);
      else this.navigationViews.patch(event.fragment!, event.data!);
    },
    attachment: (event: { op: string; attachment: Attachment }) => {
      if (event.op === 'remove') this.attachments.delete(event.attachment.id);
      else this.attachments.set(event.attachment.id, event.attachment);
    },
  };
}

type ScheduledEvent = {
  op: string;
  scheduled_messages?: ScheduledMessage[];
  scheduled_message?: ScheduledMessage;
  scheduled_message_id?: number;
};
type ViewEvent = {
  op: string;
  navigation_view?: NavigationView;
  fragment?: string;
  data?: Partial<NavigationView>;
};
