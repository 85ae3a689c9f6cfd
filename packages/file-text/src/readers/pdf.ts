import { getDocumentProxy } from 'unpdf';
import type { TextSink } from '../text-sink.ts';
import { Unreadable } from '../types.ts';

export async function readPdf(bytes: Uint8Array, sink: TextSink): Promise<void> {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 }).catch((error: Error) => {
    throw error.name === 'PasswordException' ? new Unreadable('encrypted') : error;
  });
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      sink.add(item.str);
      if (item.hasEOL) sink.newLine();
    }
    sink.newLine();
    page.cleanup();
  }
}
