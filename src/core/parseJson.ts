/** What a JSON text says, or `undefined` when it is not JSON. JSON itself cannot say `undefined`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
