import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
});

/** Returns the violations of the HTML Standard and the accessibility rules. */
export async function faultsOf(html: string): Promise<object[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => ({ ruleId, message, line, column })),
  );
}
