/** Returns a proxy for an object that a hook creates. */
export function later<T extends object>(find: () => T | undefined): T {
  return new Proxy({} as T, {
    get(_, name) {
      const found = find()!;
      const value: unknown = Reflect.get(found, name);
      return typeof value === 'function' ? value.bind(found) : value;
    },
  });
}
