/**
 * What `faketime` has processes inherit, for a server or a command that gets no other variables: it
 * goes by the time that the specs go by.
 */
export const FAKED_TIME: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME.*)$/.test(name)),
);
