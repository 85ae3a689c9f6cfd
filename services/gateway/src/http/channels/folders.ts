import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { boolean, freeText, integer, json } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const createChannelFolder = route({
  method: 'POST',
  path: '/channel_folders/create',
  operation: 'create-channel-folder',
  summary: 'Creates a folder for channels.',
  auth: 'required',
  params: params({ name: freeText(), description: freeText().default('') }),
  async handle(ctx, values, { call }) {
    const { channelFolderId } = await ctx.rpc.channel.createFolder(values, call);
    return ok({ channel_folder_id: channelFolderId });
  },
});

export const getChannelFolders = route({
  method: 'GET',
  path: '/channel_folders',
  operation: 'get-channel-folders',
  summary: 'Folders of channels in their order.',
  auth: 'required',
  params: params({ include_archived: boolean().default(false) }),
  async handle(ctx, values, { call }) {
    const { channelFoldersJson } = await ctx.rpc.channel.getFolders(
      { includeArchived: values.include_archived },
      call,
      { idempotent: true },
    );
    return ok({ channel_folders: raw(channelFoldersJson) });
  },
});

export const patchChannelFolders = route({
  method: 'PATCH',
  path: '/channel_folders',
  operation: 'patch-channel-folders',
  summary: 'Gives the folders another order.',
  auth: 'required',
  params: params({
    order: json(z.array(z.int().positive()).max(100_000)).describe('Every folder, archived ones too.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.reorderFolders({ order: values.order }, call);
    return ok({});
  },
});

export const updateChannelFolder = route({
  method: 'PATCH',
  path: '/channel_folders/{channel_folder_id}',
  operation: 'update-channel-folder',
  summary: 'Renames, describes, archives or takes back a folder.',
  auth: 'required',
  params: params({
    channel_folder_id: integer({ min: 0 }).inPath(),
    name: freeText().optional(),
    description: freeText().optional(),
    is_archived: boolean().optional(),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.channel.updateFolder(
      {
        channelFolderId: values.channel_folder_id,
        name: values.name,
        description: values.description,
        isArchived: values.is_archived,
      },
      call,
    );
    return ok({});
  },
});
