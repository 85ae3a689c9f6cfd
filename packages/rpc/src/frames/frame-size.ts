/** Maximum size of the calls or answers in one frame, in bytes. A larger one gets a frame of its own. */
const maxFrameBytes = 1024 * 1024;

/** Splits calls or answers into frames, in order. */
export function inFrames<T>(items: readonly T[], sizeOf: (item: T) => number): T[][] {
  const frames: T[][] = [];
  let frame: T[] = [];
  let size = 0;
  for (const item of items) {
    const bytes = sizeOf(item);
    if (frame.length > 0 && size + bytes > maxFrameBytes) {
      frames.push(frame);
      frame = [];
      size = 0;
    }
    frame.push(item);
    size += bytes;
  }
  if (frame.length > 0) frames.push(frame);
  return frames;
}
