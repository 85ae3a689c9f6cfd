import type { UploadOptions } from '@parley/client';
import { describe, expect, it } from 'vitest';
import type { UnfinishedUpload } from '../model/local-store.ts';
import { type ArchiveFile, ArchiveUpload, type UploadState } from './archive-upload.ts';

const fileOf = (name: string, content = 'archive', lastModified = 7) =>
  Object.assign(new Blob([content]), { name, lastModified }) as ArchiveFile;

/** A server that keeps parts of uploads, and a device. `lose` lets the next request fail after a part. */
function world() {
  const states: UploadState[] = [];
  const calls: { name: string; resume: string | undefined }[] = [];
  let unfinished: UnfinishedUpload | undefined;
  let failures: unknown[] = [];
  const gone = new Error('gone');
  let isWaiting = false;
  const upload = new ArchiveUpload({
    async upload(file, { resume, onCreated, onProgress, signal }: UploadOptions) {
      calls.push({ name: file.name, resume });
      if (resume === undefined) onCreated?.(`/tus/${calls.length}`);
      const failure = failures.shift();
      if (failure === gone) throw gone;
      onProgress?.(3, file.size);
      if (failure) throw failure;
      if (isWaiting) {
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      }
      onProgress?.(file.size, file.size);
      return { url: `/user_uploads/1/x/${file.name}`, filename: file.name };
    },
    readUnfinished: async () => unfinished,
    async writeUnfinished(value) {
      unfinished = value;
    },
    isGone: (error) => error === gone,
    onChange: (state) => void states.push(state),
  });
  return {
    upload,
    states,
    calls,
    gone,
    failWith(...errors: unknown[]) {
      failures = errors;
    },
    wait() {
      isWaiting = true;
    },
    unfinished: () => unfinished,
  };
}

describe('the upload of an archive', () => {
  it('shows its progress, and then where the archive lies', async () => {
    const { upload, states, unfinished } = world();
    await upload.start(fileOf('a.zip'));
    expect(states).toEqual([
      { step: 'uploading', name: 'a.zip', sent: 0, total: 7 },
      { step: 'uploading', name: 'a.zip', sent: 3, total: 7 },
      { step: 'uploading', name: 'a.zip', sent: 7, total: 7 },
      { step: 'done', name: 'a.zip', url: '/user_uploads/1/x/a.zip' },
    ]);
    expect(unfinished()).toBeUndefined();
  });

  it('goes on where it was after a failure', async () => {
    const { upload, states, calls, failWith, unfinished } = world();
    failWith(new Error('no network'));
    await upload.start(fileOf('a.zip'));
    expect(states.at(-1)).toMatchObject({ step: 'failed', name: 'a.zip' });
    expect(unfinished()).toEqual({ name: 'a.zip', size: 7, modifiedAt: 7, location: '/tus/1' });
    await upload.retry();
    expect(calls.map(({ resume }) => resume)).toEqual([undefined, '/tus/1']);
    expect(states.at(-1)).toMatchObject({ step: 'done' });
  });

  it('goes on when the same file is chosen in a new page, and begins anew with another one', async () => {
    const { upload, calls, failWith } = world();
    failWith(new Error('closed'));
    await upload.start(fileOf('a.zip'));
    failWith(new Error('closed'));
    await upload.start(fileOf('a.zip'));
    await upload.start(fileOf('a.zip', 'archive', 8));
    expect(calls.map(({ resume }) => resume)).toEqual([undefined, '/tus/1', undefined]);
  });

  it('begins anew when the server has deleted the part', async () => {
    const { upload, states, calls, failWith, gone } = world();
    failWith(new Error('closed'), gone);
    await upload.start(fileOf('a.zip'));
    await upload.retry();
    expect(calls.map(({ resume }) => resume)).toEqual([undefined, '/tus/1', undefined]);
    expect(states.at(-1)).toMatchObject({ step: 'done' });
  });

  it('can be cancelled, and says nothing afterwards', async () => {
    const { upload, states, unfinished, wait } = world();
    wait();
    const done = upload.start(fileOf('a.zip'));
    await expect.poll(() => states.length).toBe(2);
    upload.cancel();
    await done;
    expect(states.at(-1)).toEqual({ step: 'none' });
    expect(unfinished()).toBeUndefined();
  });

  it('of another file takes its place', async () => {
    const { upload, states, wait } = world();
    wait();
    const first = upload.start(fileOf('a.zip'));
    await expect.poll(() => states.length).toBe(2);
    void upload.start(fileOf('b.zip'));
    await first;
    await expect.poll(() => states.at(-1)).toMatchObject({ step: 'uploading', name: 'b.zip', sent: 3 });
    expect(states.some(({ step }) => step === 'failed')).toBe(false);
  });
});
