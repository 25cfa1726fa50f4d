/** Lets whatever else is due in this process go first: for a stop between two pieces of work that would hold it up together. */
export type Breathe = () => Promise<void>;
