import { invalidArgument } from "../deviceRefusals.js";

/** A scheme and nothing that ends an argument or a line. What the scheme means is the device's to know. */
const URL_TEXT = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u;
const LONGEST_URL = 8_000;

/** Lets only a URL through; it can be no option of a program. @throws Refusal `invalid_arguments`. */
export function requireUrl(url: string): string {
  if (!URL_TEXT.test(url) || url.length > LONGEST_URL) {
    throw invalidArgument("url", "a URL has a scheme, such as https://example.com or myapp://page, and no blanks");
  }
  return url;
}
