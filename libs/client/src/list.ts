/** Reads the page after the previous one, or the first. Returns undefined after the last. */
export type ReadPage<Page> = (previous?: Page) => Promise<Page> | undefined;

type RecordOf<Page extends { data: readonly unknown[] }> = Page['data'][number];

/**
 * Records of a list. `for await` reads all of them, page after page; `await` returns the page that
 * the query selects, with `pagination`.
 */
export class List<Page extends { data: readonly unknown[] }>
  implements PromiseLike<Page>, AsyncIterable<RecordOf<Page>>
{
  constructor(
    private readonly onePage: () => Promise<Page>,
    private readonly readPage: ReadPage<Page>,
  ) {}

  then<Result = Page, Failure = never>(
    onPage?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.onePage().then(onPage, onError);
  }

  /** Reads page after page. */
  async *pages(): AsyncGenerator<Page, void> {
    let page = await this.readPage();
    while (page) {
      yield page;
      page = await this.readPage(page);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecordOf<Page>, void> {
    for await (const { data } of this.pages()) {
      for (const record of data) yield record as Awaited<RecordOf<Page>>;
    }
  }
}
