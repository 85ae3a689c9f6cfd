/** Draws the first page of a PDF. The program that reads PDF is large, so it is loaded when somebody asks for a page. */
import { getDocument } from 'unpdf/pdfjs';

/** Width of a page in CSS pixels. */
const width = 360;

/**
 * Returns a picture of the first page of a PDF, and its number of pages.
 * @throws Error when the file cannot be loaded or is not a PDF that can be read without a password
 */
export async function firstPageOf(address: string): Promise<{ canvas: HTMLCanvasElement; pages: number }> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The file was answered with ${response.status}`);
  const data = new Uint8Array(await response.arrayBuffer());
  // Letters are drawn as shapes. Fonts of a file could not be loaded under the content security policy.
  const loading = getDocument({ data, disableFontFace: true, useWasm: false });
  try {
    const pdf = await loading.promise;
    const page = await pdf.getPage(1);
    const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(2, devicePixelRatio);
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return { canvas, pages: pdf.numPages };
  } finally {
    await loading.destroy();
  }
}
