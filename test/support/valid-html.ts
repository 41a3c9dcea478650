import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
});

/** What is not as the HTML Standard has it, or not accessible. */
export async function faultsOf(html: string): Promise<object[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => ({ ruleId, message, line, column })),
  );
}
