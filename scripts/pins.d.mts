// Types of pins.mjs for the tests in TypeScript.

type Read = (file: string) => string;

export function withoutDigest(image: string): string;
export function publishedImages(read?: Read): string[];
export function unpinnedImages(read?: Read): string[];
export function pin(
  ask?: (image: string) => string,
  files?: { read?: Read; write?: (file: string, text: string) => void },
): string[];
