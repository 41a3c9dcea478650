/** The variables of `faketime`, so that a process with a minimal environment shares the specs' time. */
export const FAKED_TIME: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD|FAKETIME.*)$/.test(name)),
);
