/** The client, in a file of its own: a CommonJS package gives its names to a bundle only where they are imported by name. */
export { createClient } from "@redis/client";
