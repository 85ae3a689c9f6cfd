import { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import { EventQueueServiceService } from '@parley/proto/eventqueue/v1/event_queue';
import { idempotentMethods } from '@parley/proto/idempotency';
import { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import { NotifyServiceService } from '@parley/proto/notify/v1/notify';
import { UploadServiceService } from '@parley/proto/upload/v1/upload';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { expect, it } from 'vitest';

const paths = [
  ChannelServiceService,
  EventQueueServiceService,
  MessagingServiceService,
  NotifyServiceService,
  UploadServiceService,
  UserAdminServiceService,
].flatMap((definition) => Object.values(definition).map(({ path }) => path));
const nameOf = (path: string) => path.split('/').at(-1)!;
const isRead = (path: string) =>
  /^(Can|Check|Describe|Find|Get|Has|Is|List|Match|Render|Resolve|Verify)[A-Z]/.test(nameOf(path));

it('the list of idempotent methods names only methods that exist', () => {
  expect([...idempotentMethods].filter((path) => !paths.includes(path))).toEqual([]);
});

it('every read is retried, except two: one also creates what it returns, one streams its answer', () => {
  const missing = paths.filter((path) => isRead(path) && !idempotentMethods.has(path));
  expect(missing.map(nameOf)).toEqual(['GetChannelEmailAddress', 'GetUsers']);
});

it('a write is retried only if it has an idempotency key or is idempotent', () => {
  const writes = [...idempotentMethods].filter((path) => !isRead(path)).map(nameOf);
  expect(writes.sort()).toEqual([
    'AddPhoneToken',
    'AddWebPush',
    'BeginQueue',
    'DeleteExportArchive',
    'DeleteQueue',
    'DeleteZoomToken',
    'EndProviderSessions',
    'ExportAuditEntries',
    'QueueMail',
    'RaiseUserTopic',
    'RegisterPhone',
    'RemoveWebPush',
    'SendMessage',
    'SetOrganizationActive',
    'SetPushPermission',
    'Subscribe',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'TakeAuditRecords',
    'Unsubscribe',
    'UnsubscribeMails',
    'UpdateBotStorage',
    'UpdateFlags',
    'UpdatePresences',
    'UpdateZoomToken',
  ]);
});
