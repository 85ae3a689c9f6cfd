import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { idempotentMethods } from '@parley/proto/idempotency';
import { ImportingServiceService } from '@parley/proto/importing/v1/importing';
import { IntegrationsServiceService } from '@parley/proto/integrations/v1/integrations';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { expect, it } from 'vitest';

const paths = [
  ChannelServiceService,
  EventQueueServiceService,
  ImportingServiceService,
  IntegrationsServiceService,
  MessagingServiceService,
  NotifyServiceService,
  UploadServiceService,
  UserAdminServiceService,
].flatMap((definition) => Object.values(definition).map(({ path }) => path));
const nameOf = (path: string) => path.split('/').at(-1)!;
const isRead = (path: string) =>
  /^(Can|Check|Compose|Describe|Find|Get|Has|Is|List|Match|Open|Render|Resolve|Search|Verify)[A-Z]/.test(
    nameOf(path),
  );

it('the list of idempotent methods names only methods that exist', () => {
  expect([...idempotentMethods].filter((path) => !paths.includes(path))).toEqual([]);
});

it('every read is retried, except three: two also create what they return, one streams its answer', () => {
  const missing = paths.filter((path) => isRead(path) && !idempotentMethods.has(path));
  expect(missing.map(nameOf)).toEqual(['GetChannelEmailAddress', 'GetAppCredentials', 'GetUsers']);
});

it('a write is retried only if it has an idempotency key or is idempotent', () => {
  const writes = [...idempotentMethods].filter((path) => !isRead(path)).map(nameOf);
  expect(writes.sort()).toEqual([
    'AddPhoneToken',
    'AddWebPush',
    'AuthorizeImport',
    'BeginQueue',
    'ChangeAlertWords',
    'DeleteExportArchive',
    'DeleteMessagesOfUser',
    'DeleteQueue',
    'DeleteZoomToken',
    'EndProviderSessions',
    'EraseUser',
    'EraseUser',
    'ExportAuditEntries',
    'FinishImportedChannels',
    'FoundImportedOrganization',
    'ImportChannels',
    'ImportDefinitions',
    'ImportEmoji',
    'ImportGroups',
    'ImportMessages',
    'ImportPeople',
    'ImportPersonalData',
    'ImportSettings',
    'ImportSmallFiles',
    'ImportSubscriptions',
    'ImportUserTopics',
    'LinkImportedFiles',
    'MarkImportedUnread',
    'ObserveSends',
    'PlanImportedMessages',
    'PressBlock',
    'QueueMail',
    'RaiseUserTopic',
    'RebuildSearchIndex',
    // A repeated call may add a second entry to the audit log, as a step that the worker repeats after a crash.
    'RecordImport',
    'RegisterPhone',
    'RemoveWebPush',
    'RewriteImportedMessages',
    'RunCommand',
    'SendMessage',
    'SetImportedAvatar',
    'SetImportedImage',
    'SetOrganizationActive',
    'SetPushPermission',
    'StartImport',
    'StopImport',
    'SubmitView',
    'Subscribe',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'TryTemplate',
    'UndoImport',
    'UndoImportedChannels',
    'UndoImportedFiles',
    'UndoImportedMessages',
    'UndoImportedPeople',
    'Unsubscribe',
    'UnsubscribeMails',
    'UpdateApp',
    'UpdateBlocks',
    'UpdateBotStorage',
    'UpdateFlags',
    'UpdateIncomingWebhook',
    'UpdateOutgoingWebhook',
    'UpdatePresences',
    'UpdateSettingsOfUsers',
    'UpdateUserStatus',
    'UpdateZoomToken',
  ]);
});

it('a method that the last release retries is still idempotent', () => {
  const released = releasedMethods().filter(({ level }) => level !== undefined);
  expect(released.length).toBeGreaterThan(100);
  expect(released.map(({ path }) => path).filter((path) => !idempotentMethods.has(path))).toEqual([]);
});

type Released = { package: string; service?: { name: string; method: ReleasedMethod[] }[] };
type ReleasedMethod = { name: string; options?: { idempotencyLevel?: string } };

/** Returns the methods of the last release with their idempotency levels. */
function releasedMethods(): { path: string; level: string | undefined }[] {
  const root = join(import.meta.dirname, '../../..');
  const buf = join(root, 'node_modules/.bin/buf');
  const json = execFileSync(buf, ['build', 'proto/released.binpb', '--output', '-#format=json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const { file: files } = JSON.parse(json) as { file: Released[] };
  return files.flatMap((file) =>
    (file.service ?? []).flatMap((service) =>
      service.method.map(({ name, options }) => ({
        path: `/${file.package}.${service.name}/${name}`,
        level: options?.idempotencyLevel,
      })),
    ),
  );
}
