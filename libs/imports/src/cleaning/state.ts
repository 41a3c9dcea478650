const MINNESOTA = /^(?:mn|minn\.?|minnesota|us-mn)$/i;

/** Whether a state as a source writes it is Minnesota; a source that names none is believed. */
export function isMinnesota(state: string | null): boolean {
  return state === null || MINNESOTA.test(state);
}

/** Whether a country as a source writes it is the United States, or not said. */
export function isUnitedStates(country: string | null): boolean {
  return country === null || /^(?:u\.?s\.?(?:a\.?)?|united states(?: of america)?)$/i.test(country);
}
