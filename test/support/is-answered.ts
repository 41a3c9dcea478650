/** Reports whether a server at this address answers with 2xx. */
export async function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
