import type { UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { Handlers } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { getAttachments } from './get-attachments.ts';
import { getInitialState } from './get-initial-state.ts';

/** Every RPC of the service. */
export function uploadHandlers(ctx: Ctx): Handlers<typeof UploadServiceService> {
  return {
    getAttachments: (_request, call) => getAttachments(ctx, call),
    getInitialState: () => getInitialState(ctx),
  };
}
