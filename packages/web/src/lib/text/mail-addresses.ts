/** Returns the mail addresses of a text. They are separated as the server expects it: by commas, semicolons or lines. */
export const mailAddresses = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
