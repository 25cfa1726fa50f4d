/** Lets whatever else is due in this process go first. For a stop between two pieces of long work without a pause of its own. */
export type Breathe = () => Promise<void>;
