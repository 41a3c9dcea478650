import type { Immutable, Plugin, SwaggerUi } from './swagger-ui.ts';

interface List extends Immutable {
  filter(keep: (item: Immutable) => boolean): List;
  size: number;
}
interface TaggedOperations {
  map(change: (tag: Tag, name: string) => Tag): TaggedOperations;
  filter(keep: (tag: Tag) => boolean): TaggedOperations;
}
interface Tag extends Immutable {
  set(key: string, value: List): Tag;
}

/**
 * Filters operations by all words of the search text. Swagger UI's own filter searches only tags.
 */
export const findOperations: Plugin = ({ React }) => ({
  fn: {
    opsFilter: (tagged: TaggedOperations, phrase: string) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      return tagged
        .map((tag, name) => {
          const operations = tag.get('operations') as List;
          return tag.set(
            'operations',
            operations.filter((each) => {
              const { method, path, operation } = each.toJS() as {
                method: string;
                path: string;
                operation: { operationId: string; summary: string };
              };
              const text = [name, method, path, operation.operationId, operation.summary]
                .join(' ')
                .toLowerCase();
              return words.every((word) => text.includes(word));
            }),
          );
        })
        .filter((tag) => (tag.get('operations') as List).size > 0);
    },
  },
  components: {
    FilterContainer: ({ layoutActions, layoutSelectors }: SwaggerUi) => {
      const phrase = layoutSelectors.currentFilter();
      return React.createElement('input', {
        className: 'find-operations',
        type: 'search',
        placeholder: 'Find an operation, such as "request"',
        'aria-label': 'Find an operation',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }: { target: HTMLInputElement }) =>
          layoutActions.updateFilter(target.value),
      });
    },
  },
});
